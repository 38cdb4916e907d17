import { unicodeWords } from '../signature.ts'
import { MAX_DESCRIPTION } from '../skill.ts'
import { STOPWORDS } from '../stopwords.ts'
import type { Procedure, Step } from './procedure.ts'
import { cut, quote } from './quote.ts'
import { stepText } from './wording.ts'

/** What the skill does, when to use it, and the users' own words: at most 1,024 characters, no markup. */
export function describe(signature: string, requests: readonly string[], procedure: Procedure): string {
  const title = titleOf(requests) ?? `Recurring task about ${quote(signature.replaceAll('-', ', '), 120)}`
  const what = summary(procedure)
  const cues = cueWords(signature, requests)
  const mentions = cues.length === 0 ? '' : `mentions ${listed(cues)}, or `
  const examples = requests.slice(0, MAX_EXAMPLES).map((text) => `"${cut(text, 120)}"`)
  const use = `Use when a request ${mentions}resembles ${examples.join(' or ')}.`
  const project = languageOf(procedure)
  const head = `${title}${project === undefined ? '' : ` in this ${project} project`}${what === '' ? '' : `: ${what}`}`
  return cut(`${cut(head, MAX_DESCRIPTION - [...use].length - 2)}. ${use}`, MAX_DESCRIPTION)
}

const MAX_EXAMPLES = 3
const MAX_CUES = 8

/** The shortest request of two to eight plain words, as a heading; undefined when there is none. */
export function titleOf(requests: readonly string[]): string | undefined {
  const plain = requests.filter((text) => /^[\p{L}\p{M}\p{N} ,'’.:/_-]+$/u.test(text) && /^(\S+ ){1,7}\S+$/.test(text))
  const [title] = [...plain].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return title === undefined ? undefined : title.charAt(0).toUpperCase() + title.slice(1).replace(/[\s.:,]+$/, '')
}

/** Words of the signature, then words that more than half of the requests share. */
function cueWords(signature: string, requests: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of requests)
    for (const word of new Set(unicodeWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  const shared = [...counts]
    .filter(([word, n]) => n * 2 > requests.length && word.length > 1 && word.length <= 40 && !STOP.has(word))
    .map(([word]) => word)
    .sort()
  const own = signature.split('-').filter((word) => word.length <= 40)
  return [...new Set([...own, ...shared].map((word) => quote(word, 40)))]
    .filter((word) => word !== '')
    .slice(0, MAX_CUES)
}

const STOP: ReadonlySet<string> = new Set(STOPWORDS)

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/** The steps in a few words: commands as they are, files only as what is done to them. */
function summary({ steps }: Procedure): string {
  const phrases: string[] = []
  for (const step of steps) {
    const phrase = phraseOf(step)
    if (phrase !== undefined && !phrases.includes(phrase)) phrases.push(phrase)
  }
  return phrases.slice(0, MAX_PHRASES).join(', ')
}

const MAX_PHRASES = 6

function phraseOf(step: Step): string | undefined {
  if (step.kind === 'SEARCH' || step.kind === 'LIST') return undefined
  const text = stepText(step)
    .replaceAll('`', '')
    .replace(/ with .*$/, '')
    .replace(/[<>]/g, '')
  if (
    step.kind !== 'RUN' &&
    step.kind !== 'CALL' &&
    step.fields.path?.some((part) => typeof part !== 'string') === true
  )
    return `${step.kind.toLowerCase()} files`
  return cut(text.charAt(0).toLowerCase() + text.slice(1), 80)
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
      const language = LANGUAGES[/\.(\w+)$/.exec(String(input.path))?.[1] ?? '']
      if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1)
    }
  }
  return [...counts].find(([, n]) => n * 2 > files)?.[0]
}
