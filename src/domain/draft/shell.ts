import { type Command, type CommandNode, type PipelineNode, parse, type Redirection, type Statement } from 'unbash'

/** One simple command of a shell line, in the order of the line; viewers, fallbacks and plumbing are taken off. */
export interface ShellCommand {
  readonly argv: readonly string[]
  /** Assignments before the command, as `NAME=value`. */
  readonly env: readonly string[]
  /** The folder that a `cd` before it led to, as it was written. */
  readonly dir?: string
  /** The file that its output was written to. */
  readonly writesTo?: string
  /** Its own exit status was hidden: by the rest of a pipe, or by `||`. */
  readonly masked: boolean
  /** It ran only if the one before it succeeded. */
  readonly conditional: boolean
}

/** The commands of a line of Bash. Never throws; what cannot be read yields what could be read of it. */
export function shellCommands(line: string): readonly ShellCommand[] {
  const found: ShellCommand[] = []
  walk(parse(line.slice(0, MAX_LINE)).commands, { dir: undefined, pipefail: false, depth: 0 }, found)
  return found.slice(0, MAX_COMMANDS)
}

/** An argument list as the commands it stands for: `bash -lc "…"` is opened, anything else is one command. */
export function argvCommands(argv: readonly string[]): readonly ShellCommand[] {
  const script = scriptOf(argv)
  return script === undefined
    ? [{ argv: bounded(argv), env: [], masked: false, conditional: false }]
    : shellCommands(script)
}

/** A heredoc may be long; what matters stands before it. */
const MAX_LINE = 64 * 1024
const MAX_COMMANDS = 64
/** Nobody reads a longer command line, or a longer word of one. */
const MAX_WORDS = 48
const MAX_WORD = 400
const MAX_DEPTH = 8
const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh'])
/** Programs that only show, count or pick lines of what is piped into them. */
const VIEWERS = new Set(
  'head tail cat less more tee wc sort uniq grep egrep fgrep rg sed awk cut tr jq column nl fold fmt'.split(' '),
)
/** Commands that change nothing and find nothing out. */
const IDLE = new Set(
  'echo printf true : sleep pwd set export unset source . exit wait clear shopt trap false'.split(' '),
)

const bounded = (words: readonly string[]): readonly string[] =>
  words.slice(0, MAX_WORDS).map((word) => word.slice(0, MAX_WORD))

interface Scope {
  dir: string | undefined
  pipefail: boolean
  readonly depth: number
}

function walk(statements: readonly Statement[], scope: Scope, found: ShellCommand[]): void {
  for (const { command } of statements) visit(command, scope, found, { masked: false, conditional: false })
}

type Mode = Pick<ShellCommand, 'masked' | 'conditional'>

function visit(node: Statement['command'] | PipelineNode, scope: Scope, found: ShellCommand[], mode: Mode): void {
  if (scope.depth > MAX_DEPTH || found.length >= MAX_COMMANDS) return
  if (node.type === 'AndOr') {
    node.commands.forEach((part, i) => {
      // What stands after `||` is a way out, and hides the status of what stands before it.
      if (i > 0 && node.operators[i - 1] === '||') return
      const masked = mode.masked || node.operators[i] === '||'
      visit(part, scope, found, { masked, conditional: mode.conditional || i > 0 })
    })
  } else if (node.type === 'Pipeline') visitPipe(node.commands, scope, found, mode)
  else if (node.type === 'Command') visitCommand(node, scope, found, mode)
  else visitCompound(node, scope, found, mode)
}

function visitPipe(commands: readonly CommandNode[], scope: Scope, found: ShellCommand[], mode: Mode): void {
  const kept = commands.filter((node, i) => (i === 0 ? !isFeeder(node) || commands.length === 1 : !isViewer(node)))
  for (const node of kept) {
    const hidden = node !== commands.at(-1) && !scope.pipefail
    visit(node, scope, found, { ...mode, masked: mode.masked || hidden })
  }
}

/** `echo text | program`: the program is what was run. */
const isFeeder = (node: CommandNode): boolean => node.type === 'Command' && IDLE.has(node.name?.value ?? '')

const isViewer = (node: CommandNode): boolean =>
  node.type === 'Command' ? VIEWERS.has(node.name?.value ?? '') && !writesFile(node) : false

function visitCompound(node: Exclude<CommandNode, Command>, scope: Scope, found: ShellCommand[], mode: Mode): void {
  const inner = (statements: readonly Statement[], own = scope) => {
    const before = found.length
    walk(statements, { ...own, depth: scope.depth + 1 }, found)
    for (let i = before; i < found.length; i++) found[i] = { ...found[i]!, masked: found[i]!.masked || mode.masked }
  }
  if (node.type === 'Redirected') visit(node.command, { ...scope, depth: scope.depth + 1 }, found, mode)
  else if (node.type === 'Subshell' || node.type === 'BraceGroup') inner(node.body.commands)
  else if (node.type === 'For' || node.type === 'Select' || node.type === 'ArithmeticFor') inner(node.body.commands)
  else if (node.type === 'While') inner([...node.clause.commands, ...node.body.commands])
  else if (node.type === 'If') {
    inner([...node.clause.commands, ...node.then.commands, ...(node.else?.commands ?? [])])
  } else if (node.type === 'Case') for (const item of node.items) inner(item.body.commands)
}

function visitCommand(node: Command, scope: Scope, found: ShellCommand[], mode: Mode): void {
  const words = node.args.map((word) => (word.type === 'Word' ? word.value : word.text))
  const argv = node.name === undefined ? [] : [node.name.value, ...words]
  const env = node.prefix.flatMap((part) => (part.type === 'Assignment' ? [part.text] : []))
  const program = argv[0]
  if (program === 'cd' || program === 'pushd') {
    if (argv[1] !== undefined && argv[1] !== '-') scope.dir = under(scope.dir, argv[1])
    return
  }
  if (program === 'set' && words.includes('pipefail')) scope.pipefail = true
  const writesTo = writesFile(node)
  if (program === undefined || (IDLE.has(program) && writesTo === undefined)) return
  const script = scriptOf(argv)
  if (script !== undefined) {
    walk(parse(script).commands, { dir: scope.dir, pipefail: scope.pipefail, depth: scope.depth + 1 }, found)
    return
  }
  found.push({
    argv: bounded(withoutWrapper(argv)),
    env: bounded(env),
    ...(scope.dir === undefined ? {} : { dir: scope.dir }),
    ...(writesTo === undefined ? {} : { writesTo }),
    ...mode,
  })
}

/** The script of `bash -c "…"` and its kin. */
function scriptOf(argv: readonly string[]): string | undefined {
  if (!SHELLS.has((argv[0] ?? '').split('/').at(-1)!)) return undefined
  const flag = argv.findIndex((word, i) => i > 0 && /^-[a-z]*c[a-z]*$/.test(word))
  return flag < 0 ? undefined : argv[flag + 1]
}

function writesFile(node: Command): string | undefined {
  const target = node.redirects.find(
    (part: Redirection) => part.type === 'Redirect' && /^&?>>?\|?$/.test(part.operator),
  )
  if (target?.type !== 'Redirect') return undefined
  const descriptor = target.descriptor?.type === 'FileDescriptor' ? target.descriptor.value : 1
  const path = target.target?.value
  return descriptor === 1 && path !== undefined && !path.startsWith('/dev/') ? path : undefined
}

const under = (dir: string | undefined, next: string): string =>
  dir === undefined || /^[/~$]/.test(next) ? next : `${dir}/${next}`

/** Words before the command that only say how to run it: `time`, `timeout 60`, `env A=b`, `nice -n 10`. */
function withoutWrapper(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv
  if (rest.length === 0 || !/^(time|command|exec|nohup|nice|timeout|env|stdbuf)$/.test(first!)) return argv
  const start = rest.findIndex((word) => !/^(-|\d+[smhd]?$|[A-Za-z_]\w*=)/.test(word))
  return start < 0 ? argv : withoutWrapper(rest.slice(start))
}
