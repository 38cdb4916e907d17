import { eng } from 'stopword'
import type { Capability } from './capability.ts'
import { inMarks, inWords } from './quotes.ts'
import { shortened } from './said.ts'
import { isProtective, weightOf } from './weight.ts'

/**
 * So many of the statements of which no rule knows that they weigh, those first that decide most by their form: an order
 * with a condition, a sentence on other people, a value that is compared, reckoned or handed on. A skill that does little
 * that is known is read by what it says.
 */
export function lightest(statements: readonly Capability[], most: number): readonly Capability[] {
  if (most <= 0) return []
  const best = statements
    .map((one) => ({ one, decides: one.what.startsWith('"') ? bySentence(one.what.slice(1, -1)) : byCode(one.what) }))
    .filter(({ decides }) => decides >= LEAST)
    .toSorted((a, b) => b.decides - a.decides)
  const chosen: Capability[] = []
  for (const { one } of best) {
    if (chosen.length === most) break
    const text = one.what.slice(1, -1).trim()
    const isSaid = ({ what, file, line }: Capability) =>
      file === one.file && line === one.line && (what.includes(text) || what.startsWith(one.what.slice(0, 12)))
    if (!chosen.some(isSaid)) chosen.push(one)
  }
  return chosen.map((one) => ({
    ...one,
    what: shortened(one.what.startsWith('"') ? inWords(one.what.slice(1, -1)) : inMarks(one.what)),
  }))
}
/** Less decides nothing. */
const LEAST = 2

const STOPS = new Set(eng)

/** How much a sentence decides: for whom, and when. */
function bySentence(text: string): number {
  const words = text.toLowerCase().match(/[a-z'’]{2,30}/g) ?? []
  if (words.length < 4 || FOR_THE_READER.test(text)) return 0
  // No English at all: nothing else is read of it.
  const isForeign = words.length >= 8 && !words.some((word) => STOPS.has(word) && word.length > 2)
  const isOrder = !STOPS.has(words[0]!) && !/(?:ed|ing|s)$/.test(words[0]!)
  return (
    (isOrder ? 2 : 0) +
    (isForeign ? 4 : 0) +
    (CONDITION.test(text) ? 2 : 0) +
    (PEOPLE.test(text) ? 2 : 0) +
    (/["“«\d]/.test(text) ? 1 : 0) +
    weightOf(text) / 3 -
    (isProtective(text, true) ? 3 : 0)
  )
}
const CONDITION =
  /\b(?:if|when|even|unless|instead|without|whatever|regardless|whose|below|above|older|before|after|not|never|nobody|only|first|later|until)\b/i
const PEOPLE =
  /\b(?:customers?|users?|applicants?|candidates?|patients?|employees?|colleagues?|auditors?|reviewers?|managers?|board|owners?|sellers?|buyers?|authors?|students?|tenants?|members?|visitors?|somebody|someone|anybody|nobody|people|they|them|who|whose|caller|supplier|partner|public)\b/i
/** What is asked or shown of the person who uses the skill. */
const FOR_THE_READER =
  /^\W*(?:ask|show|explain|describe|use (?:it|this)|see|read|note)\b(?!.{0,80}\bnot\b)|\b(?:examples?|typical(?:ly)?|looks? like)\b/i

/** How much a line of code decides: by a value that is written in it. */
function byCode(line: string): number {
  if (/^\s*(?:[})\]]|(?:export\s+)?(?:type|interface)\b|print|console|echo|log\w*[.(]|def\s|func\s|class\s)/.test(line))
    return 0
  const value = /["'`][^"'`]{2,}["'`]|(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])/.test(line)
  return (
    (/[<>]=?|[=!]==?|\?.{1,60}:|\bwhere\b/i.test(line) && value ? 2 : 0) +
    (/\b(?:if|unless|when|always)\b/i.test(line) ? 2 : 0) +
    (/[-+*/%]=|[*/] ?\d|\d ?[*/]/.test(line) ? 3 : 0) +
    (/[.>: =]\w{3,40}\(.*\S/.test(line) ? 2 : 0) +
    (/^\s*["']?[\w.$-]{1,60}["']?\s?(?::=|=|:)\s?\S/.test(line) && value ? 1 : 0) +
    (/\b\d{1,3}(?:\.\d{1,3}){3}\b|https?:|\$_|\$\{\{/.test(line) ? 3 : 0) +
    weightOf(line)
  )
}
