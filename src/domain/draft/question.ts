/**
 * Whether a request only asks, and sets no task. "Can you fix the tests?" sets one; "how does the cache work?" does
 * not. A text in which any sentence sets a task is a task.
 */
export function isQuestion(text: string): boolean {
  const sentences = sentencesOf(text)
  return sentences.length > 0 && sentences.some(asks) && !sentences.some(orders)
}

/**
 * Whether a request only asks if something was done: "did you push?", "is the PR merged?". One that says what to do then
 * ("if not, merge it") is a task.
 */
export const asksIfDone = (text: string): boolean =>
  isQuestion(text) && !/\bif (?:so|not)\b/i.test(text) && sentencesOf(text).some(asksAfterState)

/** Whether any sentence is an order. */
export const setsTask = (text: string): boolean => sentencesOf(text).some(orders)

const sentencesOf = (text: string): readonly string[] =>
  text
    .slice(0, 700)
    .split(/(?<=[.!?。？！])\s+|\n+/)
    .map((sentence) => sentence.trim().toLowerCase().replace(OPENING, ''))
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))

/** Filler words at the beginning of a sentence. */
const OPENING =
  /^(?:(?:and|but|so|ok|okay|yes|yeah|no|hmm+|ah|oh|well|now|also|then|hi|hey|hello|great|sorry|wait|btw|please|again|next|one (?:more|last) question)\b[\s,.:;!-]*)+/

const ASKS =
  /^(?:what(?!\s+about)|why(?!\s+(?:don't|not|can't|won't|couldn't)\b)|how(?!\s+about)|when\b.*\?|where|which|who|whose|whom|is|are|am|was|were|do|does|did|has|have|had|should|will|would (?!you)|could (?!you|we)|can (?!you|we)|isn't|aren't|doesn't|don't (?:we|you|they)|didn't|wasn't|in which)\b/
/** Requests for an explanation, not for work. */
const TELLS =
  /^(?:(?:can|could|would|will) (?:you|we) (?:please )?)?(?:explain|tell me|help me understand|remind me|describe|elaborate)\b/
const asks = (sentence: string): boolean => ASKS.test(sentence) || TELLS.test(sentence) || /[?？]\s*$/.test(sentence)

const asksAfterState = (sentence: string): boolean =>
  DID.test(sentence) || (IS.test(sentence) && PARTICIPLE.test(sentence))
const DID = /^(?:did|has|have(?! an?\b)|had)(?:n['’]?t)?\b/
const IS = /^(?:is|are|was|were)(?:n['’]?t)?\b(?! (?:there|you able)\b)/
const PARTICIPLE = /[^e\W]ed\b|\b(?:done|gone|made|built|sent|written)\b/

const ORDERS =
  /^(?:(?:can|could|would|will) (?:you|we) |let'?s |let us |please |i (?:want|need|would like|'?d like)\b|i'd like|we (?:should|need|want|must)\b|make |have (?:a|another) (?:\w+ )?look\b|fix |add |remove |delete |create |write |update |change |implement |refactor |rename |move |run |check |review |commit |push |use |look |try |find |search |show |build |test |deploy |install |upgrade |merge |revert |replace |clean |set |do |convert |generate |open |close |why (?:don't|not|can't|couldn't)\b|what about|how about)/
const orders = (sentence: string): boolean =>
  (!TELLS.test(sentence) && ORDERS.test(sentence) && !DO_ASKS.test(sentence)) ||
  SUGGESTS.test(sentence) ||
  LATER_ORDER.test(sentence)
/** "Should we add tests too?" is an order; "should we use this or that?" is a question. */
const SUGGESTS =
  /^(?:should|shall) we (?:also |just |now |then |maybe )*(?:add|update|write|create|remove|delete|document|fix|run|merge|rename|move|refactor)\b(?!.*\bor\b)/
/** An order in a later clause: "the build fails, can you take a look?", "… and fix it", "if not, update it". */
const LATER_ORDER =
  /(?:[,;] |\b(?:and|so|but|or|then|not|so,) )(?:please |then |also ){0,4}(?:(?:can|could|would|will) (?:you|we) (?!(?:please )?(?:explain|tell|help me understand|remind|describe|elaborate)\b)|(?:fix|update|change|remove|rename|replace|rewrite|refactor) (?:it|them|that|this|the|all|any)\b)/
/** Questions with "do": "do we …?", "do you …?". */
const DO_ASKS = /^do (?:we|you|they|i|the|these|those|any|all|not)\b.*\?/
