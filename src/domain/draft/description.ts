import { unicodeWords } from '../signature.ts'
import { MAX_DESCRIPTION } from '../skill.ts'
import { STOPWORDS } from '../stopwords.ts'
import type { Procedure } from './procedure.ts'
import { cut, quote } from './quote.ts'
import { isFixed, type Step } from './step.ts'
import { commandText, stepText } from './step-text.ts'

/** What the skill does, when to use it, and the users' own words: at most 1,024 characters, no markup. */
export function describe(signature: string, requests: readonly string[], procedure: Procedure): string {
  const shared = sharedWords(requests)
  const title = titleOf(requests, shared) ?? `Recurring task about ${quote(signature.replaceAll('-', ', '), 120)}`
  // Files that are never the same say nothing.
  const what = procedure.steps.some(isFixed) ? summary(procedure) : ''
  const cues = cueWords(signature, shared)
  const mentions = cues.length === 0 ? '' : `mentions ${listed(cues)}, or `
  const examples = requests.slice(0, MAX_EXAMPLES).map((text) => `"${cut(text, 120)}"`)
  const use = `Use when a request ${mentions}resembles ${examples.join(' or ')}.`
  const project = languageOf(procedure)
  const head = `${title}${project === undefined ? '' : ` in this ${project} project`}${what === '' ? '' : `: ${what}`}`
  return cut(`${cut(head, MAX_DESCRIPTION - [...use].length - 2)}. ${use}`, MAX_DESCRIPTION)
}

const MAX_EXAMPLES = 3
const MAX_CUES = 8

/**
 * The shortest request, or opening of one, of two to eight plain words that holds a good part of the words they share;
 * undefined when there is none: one request does not speak for others that say something else.
 */
function titleOf(requests: readonly string[], shared: readonly string[]): string | undefined {
  const openings = requests.map((text) =>
    text
      .replace(LEAD_IN, '')
      .split(/[,;.!?](?:\s|$)| - /u)[0]!
      .trim(),
  )
  const fitting = openings.filter((text) => {
    const held = [...new Set(contentWords(text))]
    const common = shared.filter((word) => held.includes(word)).length
    const speaks = common > 0 && common * 3 >= shared.length && common * 3 >= held.length && !COMPLAINS.test(text)
    return speaks && /^[\p{L}\p{M}\p{N} '’:/_-]+$/u.test(text) && /^(\S+ ){1,7}\S+$/.test(text)
  })
  const [title] = fitting.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return title === undefined ? undefined : title.charAt(0).toUpperCase() + title.slice(1)
}

/** What went wrong is a reason for the task, not its name. */
const COMPLAINS =
  /\b(?:fails?|failing|failed|broken?|breaks|crash(?:es|ed)?|wrong|doesn['’]t|does not|isn['’]t|is not|can['’]t|cannot)\b/i

/** Words that only open a request. */
const LEAD_IN =
  /^(?:(?:ok(?:ay)?|alright|now|so|and|please|pls|hey|hi|hello|hmm+|my dude|dude|can you|could you|can we|let'?s|i(?:'d| would) like (?:you )?to|i (?:want|need) (?:you )?to|also|then)\b[,.!: ]*)+/i

/** Content words in more than half of the requests, in alphabetical order. */
function sharedWords(requests: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const text of requests)
    for (const word of new Set(contentWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > 1 && count * 2 > requests.length)
    .map(([word]) => word)
    .sort()
}

function contentWords(text: string): readonly string[] {
  const whole = text.replace(/['’](?:ll|re|ve|s|t|d|m)\b/gi, '')
  return [...unicodeWords(whole)].filter((word) => word.length > 1 && word.length <= 40 && !STOP.has(word))
}

/** Words of the signature, then words that the requests share. */
function cueWords(signature: string, shared: readonly string[]): readonly string[] {
  const own = signature.split('-').filter((word) => word.length <= 40 && !STOP.has(word))
  const cues = [...new Set([...own, ...shared].map((word) => quote(word, 40)))]
  return cues.filter((word) => word !== '').slice(0, MAX_CUES)
}

/** Words of address and of asking, which say nothing of the task. */
const ASKING = 'hi hey hello dear need want help let just going having please thanks one two something anything'.split(
  ' ',
)
const STOP: ReadonlySet<string> = new Set([...STOPWORDS, ...ASKING])

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
  if (kind === 'CALL') return `call ${quote(tool ?? '', 40)}`
  const text = kind === 'RUN' ? commandText(step) : stepText(step)
  if (kind !== 'RUN' && fields.path?.some((part) => typeof part !== 'string') === true)
    return `${kind.toLowerCase()} files`
  // What varies is left out, and what follows it with it.
  const words = text.replaceAll('`', '').split(' ')
  const open = words.findIndex((word) => word.includes('<'))
  const fixed = (open < 0 ? words : words.slice(0, open)).join(' ')
  return cut(kind === 'RUN' ? `run ${fixed}` : fixed.charAt(0).toLowerCase() + fixed.slice(1), 80)
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
