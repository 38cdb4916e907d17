import { oneLine } from './as-data.ts'
import type { DocumentPart } from './document.ts'
import { type Evidence, isPart } from './evidence.ts'
import { inputText } from './session-text.ts'

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

/** The code in a text, without its backticks. */
export const codesIn = (text: string): readonly string[] => [...text.matchAll(CODE)].map((match) => match[1]!)

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
  for (const match of text.matchAll(pattern)) {
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
        `${call.name} ${inputText(call)
          .replace(/\\[nrt]/g, ' ')
          .replace(/\\(["\\/])/g, '$1')}`,
    ),
  ]
    .map(oneLine)
    .join('\n')
}
