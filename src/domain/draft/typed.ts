import type { Assignment, Command, CommandNode, Pipeline, Redirection, Word } from 'unbash'

/** A word, redirection or operator of a command line. */
export interface Typed {
  /** As it was typed, quotes and all. */
  readonly text: string
  /** What the shell makes of it; of an operator the operator. */
  readonly value: string
}

/** A command as it was typed, whole; both forms run the same program with the same arguments. */
export interface TypedCommand {
  readonly full: readonly Typed[]
  /** Without what only says how to run or show it: `timeout 60 …`, `2>&1`, `| tail -5`, `source venv && …`. */
  readonly bare: readonly Typed[]
}

/** Longer commands, and words of them, are left out whole: they are too long to paste. */
const MAX_WORDS = 48
const MAX_WORD = 400

/** The words of a simple command in their order; undefined where it cannot stand on one line (a here-document). */
export function typedCommand(node: Command, source: string, wrapper: number): TypedCommand | undefined {
  const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]
  parts.sort((a, b) => a.pos - b.pos)
  if (parts.some(({ type }) => type === 'HereDoc') || !isCovered(parts, source)) return undefined
  const words = parts.flatMap((part) => pieces(part, source).map((word) => ({ part, word })))
  // The words of a wrapper stand between the assignments and the program.
  const first = words.findIndex(({ part }) => part === node.name)
  const plain = words.filter(
    ({ part }, i) => !(first >= 0 && i >= first && i < first + wrapper) && !(isRedirection(part) && isPlumbing(part)),
  )
  return bounded({ full: words.map(({ word }) => word), bare: plain.map(({ word }) => word) })
}

/** A pipeline whose stages are typed already; `shows` says which stages at its end only show what came before. */
export function typedPipeline(
  node: Pipeline,
  stages: readonly (TypedCommand | undefined)[],
  shows: (node: CommandNode) => boolean,
): TypedCommand | undefined {
  const typed = stages.filter((stage) => stage !== undefined)
  if (typed.length < stages.length) return undefined
  const last = node.commands.findLastIndex((command, i) => i === 0 || !shows(command))
  const joined = (words: readonly (readonly Typed[])[]) =>
    words.flatMap((stage, i) => (i === 0 ? stage : [operator(node.operators[i - 1] ?? '|'), ...stage]))
  return bounded({
    full: joined(typed.map(({ full }) => full)),
    bare: joined(typed.slice(0, last + 1).map(({ bare }) => bare)),
  })
}

/** What sets the shell up for the command after it stands before that one in full, and is left out bare. */
export function afterSetup(setup: readonly Typed[], command: TypedCommand | undefined): TypedCommand | undefined {
  return command === undefined || setup.length === 0
    ? command
    : bounded({ full: [...setup, ...command.full], bare: command.bare })
}

/** Loops, branches and groups as one word: they stand as they were, or not at all. */
export function typedCompound(node: CommandNode, source: string): TypedCommand | undefined {
  const text = source.slice(node.pos, node.end)
  return bounded({ full: [{ text, value: text }], bare: [{ text, value: text }] })
}

export const operator = (text: string): Typed => ({ text, value: text })

function bounded(command: TypedCommand): TypedCommand | undefined {
  const { full, bare } = command
  const fits = (words: readonly Typed[]) =>
    words.length <= MAX_WORDS && words.every(({ text }) => text.length <= MAX_WORD && !/[\n\r]/.test(text))
  return bare.length > 0 && fits(full) && fits(bare) ? command : undefined
}

/** Nothing but blanks lies between the words, and an operator or nothing follows: the parser passes over some errors. */
function isCovered(parts: readonly { readonly pos: number; readonly end: number }[], source: string): boolean {
  const after = source.slice(parts.at(-1)?.end ?? 0)
  return (
    parts.every(({ pos }, i) => i === 0 || /^(?:\s|\\\n)*$/.test(source.slice(parts[i - 1]!.end, pos))) &&
    /^[ \t]*(?:$|[;&|)\n}#])/.test(after)
  )
}

/** A redirection to a file is two words: what is done, and where to. */
function pieces(part: Word | Assignment | Redirection, source: string): readonly Typed[] {
  const text = source.slice(part.pos, part.end)
  if (part.type === 'Word') return [{ text, value: part.value }]
  const target = isRedirection(part) && part.type !== 'HereDoc' ? part.target : undefined
  if (target === undefined || text.endsWith('&1') || text.endsWith('&2')) return [{ text, value: text }]
  const sign = source.slice(part.pos, target.pos).trim()
  return [
    { text: sign, value: sign },
    { text: target.text, value: target.value },
  ]
}

const isRedirection = (part: { readonly type: string }): part is Redirection =>
  part.type === 'Redirect' || part.type === 'HereString' || part.type === 'HereDoc'

/** Errors sent along with the output, or output sent nowhere. */
const isPlumbing = (part: Redirection): boolean =>
  part.type === 'Redirect' &&
  ((part.operator === '>&' && part.target?.value === '1') || /^\/dev\/null$/.test(part.target?.value ?? ''))
