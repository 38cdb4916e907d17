import { type Command, forEachChild, type SyntaxNode } from 'unbash'
import { withoutWrapper } from './command.ts'

/** The words of a command without their quotes. */
export const wordsOf = (node: Command): string[] => [
  ...(node.name === undefined ? [] : [node.name.value]),
  ...node.args.map((word) => (word.type === 'Word' ? word.value : word.text)),
]

/** What a command, or each of a group, puts out by its own words: of `echo`, `printf`, and `cat` with a here-document. */
export function printedBy(node: SyntaxNode): string | undefined {
  if (node.type === 'Command') {
    const [program = '', ...args] = withoutWrapper(wordsOf(node))
    const here = node.redirects.find((one) => one.type === 'HereDoc')
    if (here?.type === 'HereDoc') return here.body.text
    return /^(?:echo|printf)$/.test(program)
      ? args
          .filter((arg) => !/^-\w$/.test(arg))
          .join(' ')
          .replace(/\\n/g, '\n')
      : undefined
  }
  const parts: string[] = []
  forEachChild(node, (child) => {
    const part = printedBy(child)
    if (part !== undefined) parts.push(part)
  })
  return parts.length === 0 ? undefined : parts.join('\n')
}
