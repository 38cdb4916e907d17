import { PRINTED } from '../draft/paste.ts'
import { isObject } from '../draft/request-words.ts'
import { contentWords, wordStem } from '../draft/shared-words.ts'
import { canonicalVerb } from '../draft/verbs.ts'
import { personsWords } from '../persons-words.ts'
import { type Voice, voiceOf } from './voice.ts'

/** A part of a request that voices a wish, and what it is compared by. */
export interface Clause {
  readonly text: string
  readonly sentence: string
  readonly voice: Voice
  /** What it is about: see `termsOf`. */
  readonly terms: readonly string[]
  /** Whether the request says more than this. */
  readonly beside: boolean
}

/** The clauses of a request by which its person voices wishes; none of what was pasted. */
export function clausesOf(request: string): readonly Clause[] {
  const sentences = sentencesOf(request)
  const found: Clause[] = []
  for (const [i, sentence] of sentences.entries()) {
    // A rule in so many words often has two parts: "never use grep, but rather jq".
    const whole = sentence.length <= MAX_CLAUSE && voiceOf(sentence) === 'standing'
    for (const [k, part] of (whole ? [sentence] : sentence.split(PARTS)).entries()) {
      const text = withoutOrder(part.trim())
      if (text.length > MAX_CLAUSE || text.includes('[redacted')) continue
      const voice = voiceOf(text)
      const terms = voice === undefined ? [] : termsOf(text)
      if (voice === undefined || terms.length < 2) continue
      const asked = voice === 'rule' && isToBeKept(sentences[i + 1] ?? '') ? 'standing' : voice
      found.push({ text, sentence, voice: asked, terms, beside: i + k > 0 })
    }
  }
  return found
}

/** Characters and lines of a message that a person types; longer ones are handed over or pasted. */
export const MAX_TYPED = 1_200
const MAX_LINES = 16
const MAX_CLAUSE = 220

/** "add a rule recording this preference", "memorize this", "put that into AGENTS.md": the sentence before is to be kept. */
const isToBeKept = (sentence: string): boolean =>
  /\b(?:record|remember|memori[sz]|document|sav|keep)(?:e|ing)? (?:this|that|it)\b|\b(?:add|put|write) (?:this|that|it) (?:\S+ ){0,3}(?:\S*agents\.md|\S*claude\.md|rules?|memory)\b/i.test(
    sentence,
  )

function sentencesOf(request: string): readonly string[] {
  const own = personsWords(request)
  if (own.length > MAX_TYPED || own.startsWith('/')) return []
  const lines = own
    .replace(BLOCKS, '\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
  if (lines.length > MAX_LINES || lines.some((line) => HEADING.test(line))) return []
  return lines
    .filter((line) => !PRINTED.test(line))
    .flatMap((line) => line.trim().replace(BULLET, '').split(SENTENCES))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

const BLOCKS = /```[\s\S]*?(?:```|$)|"""[\s\S]*?(?:"""|$)/g
const HEADING = /^#{1,4} /
const BULLET = /^(?:[-*•]|\d{1,2}[.)])\s+/
const SENTENCES = /(?<=[.!?;])\s+/
/** Not before what is told apart: ", not in the main folder". */
const PARTS = /,? (?:and|but|so|then) (?!not |never |rather )|, (?=\w+ \w)(?!(?:but |and )?(?:not|never|rather) )| - /

/** A rule without what is to be done about it now: "never set timestamps, please remove that". In "when …" that is the rule. */
const withoutOrder = (text: string): string =>
  /\b(?:when|whenever|if|time)\b/i.test(text) ? text : text.replace(NOW, '')
const NOW = /, (?:so )?(?:please|pls|can you|could you) (?:\w+ ){1,2}(?:that|this|it|them|those)[.!]?$/i

/** Stems of the content words of a text, synonyms among verbs by one of them, and the files that it refers to. */
export function termsOf(text: string): readonly string[] {
  const files = text.match(/@[\w./-]{3,60}\w/g) ?? []
  const words = contentWords(text.replace(/@[\w./-]{3,60}\w/g, ' ')).filter((word) => !VAGUE.test(word))
  return [...new Set([...words.map(termOf), ...files])]
}

function termOf(word: string): string {
  const verb = isObject(word) && !/(?:ed|ing)$/.test(word) ? undefined : canonicalVerb(word)
  return verb === undefined && isObject(word) ? wordStem(word) : `${VERB}${verb ?? wordStem(word)}`
}

/** Marks a term that says little by itself: a verb, or a word that points. */
const VERB = '~'
export const isTelling = (term: string): boolean => !term.startsWith(VERB)

/** Manner and extent, which say nothing about what is to be done. */
const VAGUE =
  /^(?:(?!(?:ap|re|sup|com|im)ply)\w+ly|thus|far|yet|just|also|next|time|future|forward|always|never|ever|sure|instead|rather|didnt|dont|wasnt|isnt|arent|doesnt|wont|cant)$/
