import { isQuestion } from '../draft/question.ts'
import { namesTask, requestWords } from '../draft/request-words.ts'
import { unicodeWords } from '../signature.ts'

/**
 * Whether a request says too little by itself and goes on with an earlier one: "and now for the other file", "yes, the
 * same for staging". Not what only answers or thanks ("ok", "continue", "try again"), nor what names a task of its own
 * ("also add tests for the parser"). Reads English best, and the commonest words of a few other languages.
 */
export function isFollowUp(text: string): boolean {
  const request = text.trim()
  if (request.length > MAX_LENGTH || !signs('iu').test(request) || ELSE.test(request)) return false
  if (isQuestion(request) && !WHAT_ABOUT.test(request)) return false
  if ([...unicodeWords(request)].length > (WHAT_ABOUT.test(request) ? 6 : MOST_WORDS)) return false
  const { objects, verbs, pointers } = requestWords(request.replace(signs('giu'), ' '))
  if (objects.length + verbs.length + pointers.length === 0) return !ASCII.test(request)
  // The words of other languages are hardly known: there only their number tells.
  return objects.length <= 1 || FOR_THE_TASK.test(request) || !ASCII.test(request)
}

/**
 * A request that goes on, with what it goes on with before it: the latest of the earlier requests (newest first) that
 * names a task. The same text where there is none, or none is needed.
 */
export function inContext(text: string, earlier: readonly string[]): string {
  const begun = earlier.find((one) => one !== text && !isFollowUp(one) && namesTask(one.slice(0, MOST_CONTEXT)))
  return begun === undefined ? text : `${begun.slice(0, MOST_CONTEXT)}\n${text}`
}

/** Characters. A longer request says what it is about. */
const MAX_LENGTH = 100
/** Characters of the earlier request. */
const MOST_CONTEXT = 1_000
const MOST_WORDS = 9
const ASCII = /^[\x00-\x7f]*$/

/** Answers that leave a choice open, and questions about the listener. */
const ELSE = /\bor\b|\bmaybe\b|^(?:do|does|did|are|were|have|has) (?:you|they|he|she|it)\b/i

/** Signs that a request goes on: words anywhere, and beginnings. */
const WORDS =
  'same|other|others|another|remaining|rest|likewise|similarly|ditto|too(?=\\W*$)|also|as well|second|third|fourth|mism[oa]|otr[oa]|también|gleiche[ns]?|andere[nrs]?|auch|même|autre|aussi|тоже|то же|также|друг(?:ой|ого|ую|ому|ие|их)|следующ(?:ий|его|ую)'
const BEGINNINGS =
  '(?:(?:ok|okay|yes|and|now|then|so)[\\s,]+){0,3}(?:the[\\s,]+)?(?:next (?=(?:one|file|page|part|section|chapter|item|step|row|module|paragraph|document|image|sheet|batch|test)\\b)|(?<=(?:and|now|then)[\\s,]+)(?:for|in|with|on|to|the|do)\\b)|(?:ok[\\s,]+)?(?:and[\\s,]+)?what about\\b'
const SIGNS = `(?<![\\p{L}\\p{N}])(?:${WORDS})(?![\\p{L}\\p{N}])|^(?:${BEGINNINGS})|再|另一|另外|同样|一样|下一|换成|换一|其他|同じ|次の|別の`
/** Made where it is used, which few starts do; V8 keeps what it compiled of it. */
const signs = (flags: 'iu' | 'giu'): RegExp => new RegExp(SIGNS, flags)

const WHAT_ABOUT = /\bwhat about\b/i

/** What stands for the task, so that two more words may say for what. */
const FOR_THE_TASK =
  /\b(?:same|ditto|likewise|similarly|(?:do|repeat|run|apply) (?:it|that|this|so)\b|what about)|^(?:(?:ok|okay|yes)[\s,]+)?(?:and[\s,]+)?(?:and|now|then)[\s,]+(?:for|in|with|on)\b|同样|一样|同じ/iu
