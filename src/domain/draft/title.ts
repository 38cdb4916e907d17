import { contentWords, isFunctionWord, isMisspelt, isSaid } from './shared-words.ts'
import { canonicalVerb, isVerb } from './verbs.ts'

/**
 * A title for English requests as an order in their shared words: "add a REST endpoint" for users, orders and invoices.
 * Undefined if no request is short and plain enough.
 */
export function titleOf(requests: readonly string[], shared: readonly string[]): string | undefined {
  const titles = requests.flatMap((text) => {
    const opening = openingOf(text)
    if (COMPLAINS.test(opening) || isMisspelt(opening, shared) || !PLAIN.test(opening)) return []
    const [verb = '', ...rest] = opening.split(/\s+/)
    const object = inSharedWords(rest, shared)
    const words = contentWords(object).filter((word) => isSaid(word, shared))
    if (
      !isAskedByMost(verb, requests) ||
      words.length === 0 ||
      UNFIT.test(object.replace(/ and \S+ it\b/g, '')) ||
      object.split(' ').length > MAX_WORDS
    )
      return []
    const common = new Set(words).size + (isSaid(verb.toLowerCase(), shared) ? 1 : 0)
    return common * 3 < shared.length
      ? []
      : [{ title: `${verb} ${object}`, common, left: rest.length - object.split(' ').length }]
  })
  const [best] = titles.sort(
    (a, b) => b.common - a.common || a.left - b.left || a.title.length - b.title.length || (a.title < b.title ? -1 : 1),
  )
  return best?.title
}

const MAX_WORDS = 9

/** Whether more than half of the requests have this verb or a synonym of it. */
function isAskedByMost(verb: string, requests: readonly string[]): boolean {
  // Not orders: "Running it shows …", "the flight was cancelled".
  const act = isVerb(verb) ? canonicalVerb(verb) : undefined
  const asks = (text: string) =>
    text.split(/[^\p{L}]+/u).some((word) => canonicalVerb(word) === act && !/ed$/i.test(word)) ||
    (act === canonicalVerb('fix') && COMPLAINS.test(text))
  return act !== undefined && requests.filter(asks).length * 2 > requests.length
}

/** "Fixes failures of …" with the shared words, if more than half of the requests report a failure; else undefined. */
export function complaintOf(requests: readonly string[], shared: readonly string[]): string | undefined {
  const complaints = requests.map(openingOf).filter((opening) => COMPLAINS.test(opening))
  if (complaints.length * 2 <= requests.length) return undefined
  const [name] = complaints
    .map((opening) => opening.split(/\s+/).filter((word) => !COMPLAINS.test(word) && isShared(word, shared)))
    .filter((words) => words.length > 0 && words.length <= MAX_BROKEN && words.every((word) => word.length <= MAX_WORD))
    .map((words) => words.join(' ').replace(/^['’]|['’]$/g, ''))
    .sort((a, b) => b.split(' ').length - a.split(' ').length || a.length - b.length || (a < b ? -1 : 1))
  return name === undefined ? undefined : `Fixes failures of ${name}`
}

const MAX_BROKEN = 5
const MAX_WORD = 24

/** Whether a typed word is among the shared words; of a path or a name of several words at least half of them. */
function isShared(word: string, shared: readonly string[]): boolean {
  const said = contentWords(word)
  return said.length > 0 && !/:\d/.test(word) && said.filter((one) => isSaid(one, shared)).length * 2 >= said.length
}

/** Words of a complaint, which gives the reason for the task but not its name. */
const COMPLAINS =
  /\b(?:fail(?:s|ing|ed|ures?)?|broken?|breaks|crash(?:es|ed|ing)?|wrong|doesn['’]t|does not|isn['’]t|is not|can['’]t|cannot)\b/i
/** Words unfit for a title: pronouns, pointers, and ungrammatical "a tests". */
const UNFIT =
  /(?:^|\s)(?:(?:i|we|us|me|you|they|he|she|it|this|that|these|those|what|how|why|not|no|i['’]\w+)(?:\s|$)|an? \w+[^s\W]s(?:\s|$))/i
const PLAIN = /^[\p{L}\p{M}\p{N} '’:/_.@#+-]+$/u

/** The first clause without lead-in words, with phrases such as "take a look at" replaced by one verb. */
function openingOf(text: string): string {
  return text
    .replace(/ (?:(?:on|from|to|at|by|for) )?\((?:date|number|id|address)\)/g, '')
    .replace(LEAD_IN, '')
    .split(CLAUSE)[0]!
    .replace(
      /^(?:take|have) (?:a|another) (?:quick |closer )?look (?:at|into|through) |^look (?:at|into|through) /i,
      'check ',
    )
    .replace(/^know |^(?:tell|show|give) (?:me|us) /i, 'show ')
    .replace(/^(\S+) (?:me|us) /i, '$1 ')
    .replace(/\b(?:my|our|your)\b/gi, 'the')
    .trim()
}

const CLAUSE =
  /[,;!?](?:\s|$)|[.:](?:\s|$)|\s(?:-|so|because|since|if|when|but|where|which|while|until|then|and then|as well|again|too|please)(?:\s|$)/iu

/** Lead-in words at the beginning of a request. */
const LEAD_IN =
  /^(?:(?:ok(?:ay)?|alright|now|so|and|please|pls|hey|hi|hello|hmm+|yes|yeah|my dude|dude|there|(?:can|could|would|will|should|shall) (?:you|we)|let['’]?s|i(?:['’]d| would) like (?:you )?to|i (?:want|need|have) (?:you )?to|we (?:need|have|want) to|help (?:me|us)(?: to)?|also|then|just|first|double|quickly|go and|go ahead and)\b[,.!: ]*)+/i

/** The object in shared words: other modifiers are dropped, and all words from the first other noun on. */
function inSharedWords(words: readonly string[], shared: readonly string[]): string {
  const kept: string[] = []
  const isOpen = (word: string | undefined): boolean =>
    word === undefined || (contentWords(word).length === 0 && !/\d/.test(word))
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    if (isOpen(word) || isShared(word, shared) || (GENERAL.test(word) && !isOpen(kept.at(-1)))) {
      kept.push(word)
      continue
    }
    // Followed by a content word, so a modifier: only this word is dropped.
    if (!isOpen(words[i + 1]) && !LEADS.test(words[i + 1]!)) continue
    // A noun that is not shared is dropped with the preposition before it.
    const lead = kept.findLastIndex((before) => PREPOSITION.test(before))
    if (lead > 0) kept.splice(lead)
    break
  }
  const hangs = (word = '') =>
    isFunctionWord(word.toLowerCase()) ||
    LEADS.test(word) ||
    (kept.at(-2) === 'and' && canonicalVerb(word) !== undefined)
  while (kept.length > 0 && hangs(kept.at(-1))) kept.pop()
  return kept
    .join(' ')
    .replace(/\b(an?) (?=(.))/gi, (_, __, letter: string) => (/[aeiou]/i.test(letter) ? 'an ' : 'a '))
}

/** Generic nouns that may follow a shared word: "lint errors". */
const GENERAL = /^(?:error|failure|issue|problem|warning|file)s?$/i
const PREPOSITION = /^(?:for|of|in|on|to|with|from|into|at|by|about)$/i
/** Words that must be followed by another one. */
const LEADS = /^(?:the|a|an|for|of|in|on|to|with|from|into|at|by|about|and|or|some|any|all|no|not|without|per|via)$/i
