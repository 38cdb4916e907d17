import { MAX_DESCRIPTION } from '../skill.ts'
import type { Procedure } from './procedure.ts'
import { cut, quote } from './quote.ts'
import { isFunctionWord, sharedWords, wellSpelt } from './shared-words.ts'
import { isFixed, type Step } from './step.ts'
import { commandLine, stepText } from './step-text.ts'
import { titleOf } from './title.ts'

/** What the skill does, when to use it, and the users' own words: at most 1,024 characters, no markup, third person. */
export function describe(signature: string, requests: readonly string[], procedure: Procedure): string {
  const shared = sharedWords(requests)
  const title = titleOf(requests, shared) ?? `Handles requests about ${quote(signature.replaceAll('-', ', '), 120)}`
  // Files that are never the same say nothing.
  const what = procedure.steps.some(isFixed) ? summary(procedure) : ''
  const cues = cueWords(signature, shared)
  const mentions = cues.length === 0 ? '' : `mentions ${listed(cues)}, or `
  const examples = wellSpelt(requests, shared)
    .slice(0, MAX_EXAMPLES)
    .map((text) => `"${cut(text, 120)}"`)
  const use = `Use when a request ${mentions}resembles ${examples.join(' or ')}.`
  const project = languageOf(procedure)
  const head = `${title}${project === undefined ? '' : ` in this ${project} project`}${what === '' ? '' : `: ${what}`}`
  return cut(`${cut(head, MAX_DESCRIPTION - [...use].length - 2)}. ${use}`, MAX_DESCRIPTION)
}

const MAX_EXAMPLES = 3
const MAX_CUES = 8

/** Words of the signature, then words that the requests share. */
function cueWords(signature: string, shared: readonly string[]): readonly string[] {
  const own = signature.split('-').filter((word) => word.length <= 40 && !isFunctionWord(word))
  const cues = [...new Set([...own, ...shared].map((word) => quote(word, 40)))]
  return cues.filter((word) => word !== '').slice(0, MAX_CUES)
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** The steps in a few words: commands as they are, files only as what is done to them. */
function summary({ steps }: Procedure): string {
  const phrases: string[] = []
  for (const step of steps) {
    if (phrases.length === MAX_PHRASES) break
    const phrase = phraseOf(step)
    if (phrase !== undefined && !phrases.includes(phrase)) phrases.push(phrase)
  }
  return phrases.join(', ')
}

const MAX_PHRASES = 6

function phraseOf(step: Step): string | undefined {
  const { kind, tool, fields } = step
  if (kind === 'SEARCH' || kind === 'LIST') return undefined
  if (kind === 'CALL') return `calls ${quote(tool ?? '', 40)}`
  if (kind === 'RUN') return cut(`runs ${quote(withoutOpen(commandLine(step)), 80)}`, 80)
  if (fields.path?.some((part) => typeof part !== 'string') === true) return `${DOES[kind]} files`
  const [, ...rest] = stepText(step).replaceAll('`', '').split(' ')
  return cut(`${DOES[kind]} ${rest.join(' ')}`, 80)
}

const DOES = { READ: 'reads', EDIT: 'edits', WRITE: 'writes' } as const

/** Up to what varies or says where the output goes, without options that would hang in the air. */
function withoutOpen(command: string): string {
  const words = command.split(' ')
  const open = words.findIndex((word) => /<\w|^\d*[<>|]/.test(word))
  if (open < 0) return command
  const fixed = words.slice(0, open)
  while (/^-|^[|&<>]+$/.test(fixed.at(-1) ?? '')) fixed.pop()
  return fixed.join(' ')
}

const LANGUAGES: Readonly<Record<string, string>> = {
  go: 'Go', rs: 'Rust', py: 'Python', ts: 'TypeScript', tsx: 'TypeScript', js: 'JavaScript', jsx: 'JavaScript', rb: 'Ruby',
  java: 'Java', kt: 'Kotlin', swift: 'Swift', cs: 'C#', cpp: 'C++', cc: 'C++', c: 'C', php: 'PHP', ex: 'Elixir', scala: 'Scala',
} // biome-ignore format: a table

/** The language of most files changed or read, when more than half of them agree. */
function languageOf({ runs }: Procedure): string | undefined {
  const counts = new Map<string, number>()
  let files = 0
  for (const { groups } of runs) {
    for (const { kind, input } of groups.flatMap(({ actions }) => actions)) {
      if (kind !== 'EDIT' && kind !== 'READ' && kind !== 'WRITE') continue
      files++
      const ending = /\.(\w+)$/.exec(String(input.path))?.[1] ?? ''
      const language = Object.hasOwn(LANGUAGES, ending) ? LANGUAGES[ending] : undefined
      if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  return [...counts].find(([, n]) => n * 2 > files)?.[0]
}
