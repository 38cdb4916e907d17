import type { Assignment, Command, CommandNode, HereDoc, Pipeline, Redirection, Word } from 'unbash'

/** A word, redirection or operator of a command line. */
export interface ShellWord {
  /** The source text, with quotes. */
  readonly text: string
  /** The text after quote removal; of an operator the operator. */
  readonly value: string
}

/** A whole command as typed; both forms run the same program with the same arguments. */
export interface TypedCommand {
  readonly full: readonly ShellWord[]
  /** Without wrappers, viewers and setup: `timeout 60 …`, `2>&1`, `| tail -5`, `source venv && …`. */
  readonly bare: readonly ShellWord[]
}

/** Most words: a longer command is no step that a reader can follow. */
const MAX_WORDS = 100

/**
 * The words of a simple command, of which `wrapper` are a wrapper's; the text of a here-document is the last word.
 * Undefined if the command cannot be read as a whole.
 */
export function typedCommand(node: Command, source: string, wrapper: number): TypedCommand | undefined {
  const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix]
  parts.sort((a, b) => a.pos - b.pos)
  if (!isCovered(parts, source)) return undefined
  const texts = parts.map((part) => (part.type === 'HereDoc' ? bodyWord(part, source) : null))
  if (texts.includes(undefined)) return undefined
  const words = [
    ...parts.flatMap((part) => pieces(part, source).map((word) => ({ part, word }))),
    ...parts.flatMap((part, i) => (texts[i] == null ? [] : [{ part, word: texts[i] }])),
  ]
  // The words of a wrapper come after the assignments.
  const first = words.findIndex(({ part }) => part === node.name)
  const plain = words.filter(
    ({ part }, i) => !(first >= 0 && i >= first && i < first + wrapper) && !(isRedirection(part) && isPlumbing(part)),
  )
  return bounded({ full: words.map(({ word }) => word), bare: plain.map(({ word }) => word) })
}

/**
 * The words of a pipeline; `shows` tells which stages at its end only show output. One that passes it on as it is
 * (`| cat`) is left out. Undefined if a stage is.
 */
export function typedPipeline(
  node: Pipeline,
  stages: readonly (TypedCommand | undefined)[],
  shows: (node: CommandNode) => boolean,
): TypedCommand | undefined {
  const typed = stages.filter((stage) => stage !== undefined)
  if (typed.length < stages.length) return undefined
  const last = node.commands.findLastIndex((command, i) => i === 0 || !shows(command))
  const end = node.commands.findLastIndex((command, i) => i === 0 || !passes(command)) + 1
  const joined = (words: readonly (readonly ShellWord[])[]) =>
    bodiesLast(words.flatMap((stage, i) => (i === 0 ? stage : [operator(node.operators[i - 1] ?? '|'), ...stage])))
  return bounded({
    full: joined(typed.slice(0, end).map(({ full }) => full)),
    bare: joined(typed.slice(0, last + 1).map(({ bare }) => bare)),
  })
}

/** Whether a stage only keeps its program from asking for a terminal: `cat`, `less` or `more` and no more. */
const passes = (node: CommandNode): boolean =>
  node.type === 'Command' && node.suffix.length === 0 && /^(?:cat|less|more)$/.test(node.name?.value ?? '')

/** The command with the shell setup before it, in the full form only. */
export function afterSetup(setup: readonly ShellWord[], command: TypedCommand | undefined): TypedCommand | undefined {
  return command === undefined || setup.length === 0
    ? command
    : bounded({ full: [...setup, ...command.full], bare: command.bare })
}

/** The command in the background. */
export const inBackground = ({ full, bare }: TypedCommand): TypedCommand => ({
  full: bodiesLast([...full, operator('&')]),
  bare: bodiesLast([...bare, operator('&')]),
})

/** The texts of here-documents behind the line that they belong to. */
const bodiesLast = (words: readonly ShellWord[]): readonly ShellWord[] => [
  ...words.filter(({ text }) => !isBody(text)),
  ...words.filter(({ text }) => isBody(text)),
]

/** Whether a word is the text of a here-document: the only word that begins with a line break. */
export const isBody = (text: string): boolean => text.startsWith('\n')

/** The words of a command as one text. */
export const asLine = (words: readonly string[]): string =>
  words.map((word, i) => (i === 0 || isBody(word) ? word : ` ${word}`)).join('')

/** A loop, branch or group as one word; undefined if a here-document ends behind it. */
export function typedCompound(node: CommandNode, source: string): TypedCommand | undefined {
  const text = source.slice(node.pos, node.end)
  if (text.includes('<<') && !text.includes('\n')) return undefined
  return bounded({
    full: [{ text, value: text }],
    bare: [{ text, value: text }],
  })
}

export const operator = (text: string): ShellWord => ({ text, value: text })

function bounded(command: TypedCommand): TypedCommand | undefined {
  const { full, bare } = command
  return bare.length > 0 && full.length <= MAX_WORDS && bare.length <= MAX_WORDS ? command : undefined
}

/** Whether only blanks are between the words and an operator or nothing follows; the parser ignores some errors. */
function isCovered(parts: readonly { readonly pos: number; readonly end: number }[], source: string): boolean {
  const after = source.slice(parts.at(-1)?.end ?? 0)
  return (
    parts.every(({ pos }, i) => i === 0 || /^(?:\s|\\\n)*$/.test(source.slice(parts[i - 1]!.end, pos))) &&
    /^[ \t]*(?:$|[;&|)\n}#])/.test(after)
  )
}

/** The words of a part; a redirection to a file gives two, its operator and its target. */
function pieces(part: Word | Assignment | Redirection, source: string): readonly ShellWord[] {
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

/** The text of a here-document with its last line, which ends it; undefined if the source breaks off before. */
function bodyWord({ body, closing }: HereDoc, source: string): ShellWord | undefined {
  if (closing === undefined) return undefined
  const text = `\n${source.slice(body.pos, closing.end)}`
  return { text, value: text }
}

const isRedirection = (part: { readonly type: string }): part is Redirection =>
  part.type === 'Redirect' || part.type === 'HereString' || part.type === 'HereDoc'

/** Whether a redirection is `2>&1` or to /dev/null. */
const isPlumbing = (part: Redirection): boolean =>
  part.type === 'Redirect' &&
  ((part.operator === '>&' && part.target?.value === '1') || /^\/dev\/null$/.test(part.target?.value ?? ''))

/** A folder as the word after `cd`: its `~` and variables keep their meaning, all else is literal. */
export function folderWord(dir: string): string {
  if (/[$`]/.test(dir)) return `"${dir}"`
  const [, home = '', rest = ''] = /^(~[^/]*\/?)?(.*)$/s.exec(dir) ?? []
  return `${home}${rest === '' ? '' : quoted(rest)}`
}

/** Quotes a value so that the shell reads it as one literal word. */
export const quoted = (value: string): string =>
  /^[\w@%+=:,./-][\w@%+=:,./~#-]*$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`
