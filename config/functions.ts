import { parseSync, Visitor } from 'oxc-parser'

/** A function of a source file. */
export interface FunctionOf {
  /** The name that it is declared, assigned or called by; '' where it has none. */
  readonly name: string
  readonly line: number
  /** Lines from its first to its last. */
  readonly length: number
  /** What its body calls, where that is one call with its own parameters in order: its callers could call that directly. */
  readonly forwards: string | undefined
}

/** Every function of a file in the order of their beginnings, methods and arrow functions included. */
export function functionsOf(path: string, text: string): readonly FunctionOf[] {
  const lineAt = linesOf(text)
  const found: (FunctionOf & { readonly start: number })[] = []
  const names = new Map<unknown, string>()
  const take = (node: Fn): void => {
    const line = lineAt(node.start)
    const called = forwardsTo(node)
    const name = names.get(node) ?? node.id?.name ?? ''
    const forwards = called && text.slice(called.start, called.end)
    found.push({ name, line, length: lineAt(node.end) - line + 1, forwards, start: node.start })
  }
  const name = (value: unknown, key: { readonly name?: string; readonly value?: unknown }): void => {
    names.set(value, key.name ?? String(key.value ?? ''))
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => void (id.type === 'Identifier' && name(init, id)),
    Property: ({ key, value }) => name(value, key as { name?: string }),
    MethodDefinition: ({ key, value }) => name(value, key as { name?: string }),
    PropertyDefinition: ({ key, value }) => name(value, key as { name?: string }),
    FunctionDeclaration: (node) => take(node as unknown as Fn),
    FunctionExpression: (node) => take(node as unknown as Fn),
    ArrowFunctionExpression: (node) => take(node as unknown as Fn),
  }).visit(parseSync(path, text).program)
  return found.sort((a, b) => a.start - b.start)
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Fn extends Node {
  readonly id: { readonly name: string } | null
  readonly params: readonly Node[]
  readonly body: Node | null
}

/** The callee of a function that does nothing else than call it with its own parameters. */
function forwardsTo({ params, body }: Fn): Node | undefined {
  const call = body && onlyExpression(body)
  if (call?.type !== 'CallExpression') return undefined
  const given = (call.arguments as readonly Node[]).map(wordOf)
  const own = params.map(wordOf)
  const isSame = given.length === own.length && own.every((word, at) => word !== undefined && word === given[at])
  return isSame && isReached(call) ? (call.callee as Node) : undefined
}

/** The parameter or argument as a word: a name, or a name with dots. */
function wordOf(node: Node): string | undefined {
  if (node.type === 'Identifier') return node.name as string
  if (node.type === 'RestElement' || node.type === 'SpreadElement') {
    const inner = wordOf(node.argument as Node)
    return inner && `...${inner}`
  }
  return undefined
}

/** Whether what is called is only named or waited for, and not worked out from something else than calls without arguments. */
function isReached(call: Node): boolean {
  const callee = unwrapped(call.callee as Node)
  if (callee.type === 'Identifier') return true
  if (callee.type !== 'MemberExpression') return false
  let part = unwrapped(callee.object as Node)
  for (;;) {
    if (part.type === 'MemberExpression') part = unwrapped(part.object as Node)
    else if (part.type === 'CallExpression' && (part.arguments as readonly Node[]).length === 0)
      part = unwrapped(part.callee as Node)
    else return part.type === 'Identifier' || part.type === 'ThisExpression' || part.type === 'ImportExpression'
  }
}

/** The one expression that a body is, or returns, without `await` and `void`; undefined where it does more. */
function onlyExpression(body: Node): Node | undefined {
  if (body.type !== 'BlockStatement') return unwrapped(body)
  const [first, ...more] = body.body as readonly Node[]
  if (first === undefined || more.length > 0) return undefined
  if (first.type === 'ReturnStatement') return first.argument ? unwrapped(first.argument as Node) : undefined
  return first.type === 'ExpressionStatement' ? unwrapped(first.expression as Node) : undefined
}

const WRAPPERS: Readonly<Record<string, string>> = {
  AwaitExpression: 'argument',
  ChainExpression: 'expression',
  ParenthesizedExpression: 'expression',
}

function unwrapped(node: Node): Node {
  const inner =
    WRAPPERS[node.type] ?? (node.type === 'UnaryExpression' && node.operator === 'void' ? 'argument' : undefined)
  return inner === undefined ? node : unwrapped(node[inner] as Node)
}

/** The line, from 1, of a place in a text. */
function linesOf(text: string): (at: number) => number {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (at) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= at) low = middle
      else high = middle
    }
    return low + 1
  }
}
