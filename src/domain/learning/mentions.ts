import { valueText } from '../json-value.ts'
import { matchesOf } from '../matches.ts'
import { oneLine } from './as-data.ts'
import type { DocumentPart } from './document.ts'
import { type Evidence, isPart } from './evidence.ts'
import type { Cite } from './proposal.ts'

/**
 * Names in a text that the evidence does not hold: code in backticks, paths, program calls, options. A later run would
 * execute what a model invented.
 */
export function unheardOf(text: string, evidence: Iterable<Evidence>): readonly string[] {
  const named = new Set([
    ...found(CODE, text, 1),
    ...found(PATH, text, 0),
    ...found(PROGRAM, text, 0),
    ...found(FLAG, text, 0),
  ])
  if (named.size === 0) return []
  const said = [...evidence].map(evidenceText).join('\n')
  return [...named].filter((one) => !holds(said, oneLine(one)))
}

export const codesIn = (text: string): readonly string[] => [...matchesOf(CODE, text)].map((match) => match[1]!)

export const CODE = /`{1,2}([^`\n]+)`{1,2}/g
/** A long option, also in prose. */
const FLAG = /(?<![\w-])--[a-z][\w-]{1,60}/gi
/** Two parts or more, or a name with an extension that files of code have. */
const PATH =
  /(?<![\w/.:@-])(?:~|\.{1,2})?(?:\/?[\w.@-]{1,60})?(?:\/[\w.@<>-]{1,60}){1,12}\/?(?![\w/<>])|(?<![\w/.-])[\w-]{1,60}\.(?:ts|tsx|js|jsx|mjs|cjs|json|py|go|rs|java|kt|rb|php|c|cc|cpp|h|cs|sh|bash|sql|ya?ml|toml|md|txt|html|css|env|lock|xml|ini|conf)\b/g
/** A program with its first word, where the program's name is no English word. */
const PROGRAM =
  /\b(?:npm|npx|pnpm|yarn|bun|deno|git|gh|glab|docker|podman|kubectl|helm|terraform|ansible|cargo|rustup|pip3?|pipx|poetry|pytest|python3?|curl|wget|sudo|chmod|chown|ssh|scp|rsync|aws|gcloud|az|psql|mysql|sqlite3|redis-cli|systemctl|apt(?:-get)?|brew|mvn|gradlew?|dotnet|ruff|mypy|eslint|tsc|vitest|jest|rm|bash|zsh) [\w@./:=-]{1,60}/g

function* found(pattern: RegExp, text: string, group: number): Generator<string, void, undefined> {
  for (const match of matchesOf(pattern, text)) {
    const one = match[group]?.replace(/(?<![.,:;])[.,:;]{1,8}$/, '').replace(/(?<=[\w>])\/$/, '')
    // Words with a slash between them ("and/or", "read/write") are prose.
    if (one !== undefined && one !== '' && !(group === 0 && /^[a-z]+\/[a-z]+$/i.test(one) && pattern === PATH))
      yield one
  }
}

/** Whether the evidence holds a text, in which each placeholder matches characters of one line. */
function holds(evidence: string, text: string): boolean {
  const parts = text.split(/<[a-z][\w.-]{0,39}>/i).filter((part) => part.trim() !== '')
  if (parts.length === 0) return true
  if (parts.length === 1) return evidence.includes(parts[0]!.trim())
  return evidence.split('\n').some((line) => {
    let from = 0
    return parts.every((part) => {
      const at = line.indexOf(part.trim(), from)
      from = at + part.length
      return at >= 0
    })
  })
}

/** Whether a command stands in a document; a word or more of it must be no placeholder. */
export function standsIn(command: string, parts: readonly DocumentPart[]): boolean {
  const said = parts.map(evidenceText).join('\n')
  return !/^<[^>]*>/.test(command.trim()) && holds(said, oneLine(command))
}

/** One line for a part, or for the request and each call, blanks as one. */
function evidenceText(evidence: Evidence): string {
  if (isPart(evidence)) return oneLine(`${evidence.heading} ${evidence.text}`)
  const { userInput, toolCalls = [] } = evidence.trajectory
  return [
    userInput,
    ...toolCalls.map(
      (call) =>
        `${call.name} ${valueText(call.input)
          .replace(/\\[nrt]/g, ' ')
          .replace(/\\(["\\/])/g, '$1')}`,
    ),
  ]
    .map(oneLine)
    .join('\n')
}

/** Why a citation is wrong: its turn, call or part is not there, or lacks the quotation. Undefined if it is right. */
export function citeFault(cite: Cite, shown: ReadonlyMap<string, Evidence>): string | undefined {
  const turn = shown.get(cite.turn)
  if (turn === undefined) return `there is no ${cite.turn.startsWith('p') ? 'part' : 'turn'} ${cite.turn}`
  const source = sourceOf(cite, turn)
  if (source === undefined) return `there is no call ${cite.call} in turn ${cite.turn}`
  const quote = plain(cite.quote)
  if (quote.length < MIN_QUOTE) return `"${cite.quote}" is too short to be a quotation`
  // A part left out in the middle is shown by an ellipsis.
  const parts = quote
    .split(/\[…\]|\[\.\.\.\]|…/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  let from = 0
  for (const part of parts) {
    const at = source.indexOf(part, from)
    if (at < 0)
      return `${cite.turn}${cite.call === '' ? '' : ` ${cite.call}`} does not say "${cite.quote.slice(0, 80)}"`
    from = at + part.length
  }
  return undefined
}

/** Minimum length of a quotation in characters; shorter ones occur nearly everywhere. */
const MIN_QUOTE = 3

/** A part of a document, what the person wrote, or the input of a call with its error, in the form in which quotations are compared. */
function sourceOf({ call: id }: Cite, evidence: Evidence): string | undefined {
  if (isPart(evidence)) return id === '' ? plain(`${evidence.heading} ${evidence.text}`) : undefined
  const { trajectory } = evidence
  if (id === '') return plain(trajectory.userInput)
  const call = /^c([1-9]\d{0,4})$/.test(id) ? trajectory.toolCalls?.[Number(id.slice(1)) - 1] : undefined
  return call === undefined ? undefined : plain(`${call.name} ${valueText(call.input)} ${call.error ?? ''}`)
}

/** Collapses blanks and undoes the escapes of JSON and of tags: models quote either form. */
const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\(["\\/])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()

/** The first run of `length` words that a text shares with one of the others; undefined without one. */
export function copiedWords(text: string, others: Iterable<string>, length = COPY): string | undefined {
  const words = wordsOf(text)
  const runs = new Map<string, number>()
  for (let i = 0; i + length <= words.length; i++) runs.set(words.slice(i, i + length).join(' '), i)
  if (runs.size === 0) return undefined
  for (const other of others) {
    const theirs = wordsOf(other)
    for (let i = 0; i + length <= theirs.length; i++) {
      const run = theirs.slice(i, i + length).join(' ')
      if (runs.has(run)) return run
    }
  }
  return undefined
}

/** Share of a text's words that another has, 0 to 1; words of one or two letters do not count. */
export function sharedWords(text: string, other: string): number {
  const mine = new Set(wordsOf(text).filter((word) => word.length > 2))
  if (mine.size === 0) return 0
  const theirs = new Set(wordsOf(other))
  return [...mine].filter((word) => theirs.has(word)).length / mine.size
}

/** Length of a run of equal words that counts as copied. */
const COPY = 8

/** The words of a text in lower case, letters and digits of any script. */
export const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
