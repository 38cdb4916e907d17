import { remembered } from '../remembered.ts'
import { saysSo } from './phrases.ts'
import { type Reading, readingOf, type Sentence } from './reading.ts'

type Holds = (reading: Reading) => boolean

/** A sign that a message rejects the run before it, or, with negative points, that it does not. */
export interface Sign {
  readonly points: number
  readonly holds: Holds
  /** It reports a failure or asks to undo something, which need not come from the run before. */
  readonly mayBeTask?: true
}

/** Words before what a sentence says: "hmm, ok but now it looks like". */
const LEAD = String.raw`^(?:(?:hmm+|hm|u+h+m*|ok(?:ay)?|but|sorry|please|well|oh|ugh|wait|again|actually|and|so|also|now|yeah|yes|yep|alright|better|good|i (?:dont )?think(?: that)?|(?:it )?(?:looks|seems)(?: like)?|(?:please )?not(?:e|ice)(?: that)?|i (?:see|notice)(?: that)?)\b[,.:! ]{0,3}){0,6}`
const lead = (pattern: string) => new RegExp(LEAD + pattern, 'u')

/** Negations, as they are written without apostrophes. */
const NOT = '(?:not|cannot|(?:is|are|was|were|does|do|did|has|have|had|wo|ca|could|should|would)nt)'
const NO = new RegExp(String.raw`\b(?:no|never|nothing|none|without|${NOT})\b`, 'u')
const FAILURE =
  /\b(?:errors?|errored|exceptions?|fail(?:s|ed|ing|ures?)?|broken?|crash(?:es|ed|ing)?|wrong|incorrect|bug|buggy|bugged|hangs|hanging(?! fruit)|stuck|missing|empty|lost|gone|duplicated?|duplicates|malform(?:ed|atted)|malformatted|weird|warnings?|undefined|unable|gaps?)\b/u
/** That something is as it was, or is so since the run. */
const LASTING = /\bstill\b|\bagain\b|\banymore\b|\bno longer\b|^(?:ok )?(?:and |but )?now\b/u

const saidBy = (kind: Sentence['kind'], pattern: RegExp, words = Number.POSITIVE_INFINITY): Holds => {
  const fits = (one: Sentence) => one.kind === kind && one.words <= words && pattern.test(one.text)
  return ({ sentences }) => sentences.some(fits)
}
/** A statement of at most so many words; longer ones are often quoted from a review. */
const states = (pattern: RegExp, words?: number) => saidBy('statement', pattern, words)
const says =
  (pattern: RegExp): Holds =>
  ({ sentences }) =>
    sentences.some(({ text }) => pattern.test(text))
const opens =
  (pattern: RegExp): Holds =>
  ({ sentences: [first] }) =>
    first !== undefined && pattern.test(first.text)
const opensAs =
  (kind: Sentence['kind']): Holds =>
  ({ sentences: [first] }) =>
    first?.kind === kind
const all =
  (...signs: readonly Holds[]): Holds =>
  (reading) =>
    signs.every((holds) => holds(reading))
const not =
  (holds: Holds): Holds =>
  (reading) =>
    !holds(reading)

/**
 * The signs. Their points were set on the labelled histories of four developers, so that of the runs that the next
 * message does not reject 1.7 % are taken for rejected (11 of 631), and of those that it does one in five is missed.
 */
export const SIGNS: readonly Sign[] = [
  // Decides even where the message also sets a task.
  { points: 6, mayBeTask: true, holds: saysSo },
  // "no, the other file"; not "no, that's fine".
  {
    points: 4,
    holds: all(
      opens(lead(String.raw`no(?:pe)?\b[,.! ]`)),
      not(
        opens(
          lead(
            'no+[,. ]{1,2}(?:need|problem|worries|thanks|(?:i think |then )?(?:thats?|this|its?|all)(?: is)? (?:fine|good|ok|okay|great))',
          ),
        ),
      ),
    ),
  },
  // The agent is told what it did or does: "you edited the wrong file", "you're in the main folder".
  {
    points: 4,
    holds: states(
      lead(
        String.raw`you(?:re|r| are| were| just| have|ve| also| keep)? (?:just |also |still )?(?!convinced|mentioned|said|suggested|recommended|proposed|need\b)(?:\w{2,}ed|\w{2,}ing|made|did|left|got|put|wrote|ran|forgot|broke|seem to|in|${NOT})\b`,
      ),
    ),
  },
  { points: 4, holds: says(/\bwhy (?:did|didnt|are|arent|were|werent|would|wouldnt) (?:you|we)\b/u) },
  { points: 2, holds: says(/\bwhy (?:was|is|were|did|does|has|had|are)nt\b/u) },
  { points: 4, holds: says(/\bdid you (?:forget|miss|ignore|skip)\b|^didnt (?:you|that|the|we|i)\b/u) },
  // Doubt about what it did.
  {
    points: 4,
    holds: says(
      /^(?:are you (?:really )?(?:sure|certain|confident)\b|are you \w{2,}ing (?:this|that|these|it|the)\b)/u,
    ),
  },
  {
    points: 6,
    holds: says(/\bdont just (?:tell|say|describe|explain)\b|^where did (?:it|they|that|those) go\b/u),
  },
  // "that isn't …", "it doesn't …", "this field is not …".
  {
    points: 4,
    holds: states(
      lead(
        String.raw`(?:that|this|it|its|thats|theres|there|they|these|those)\b(?: (?!is\b|was\b)\w+)?(?: is| was| are| does| did| has| just)? ?(?:totally |still |really |actually ){0,2}(?:no|${NOT})\b`,
      ),
    ),
  },
  // The person says again what they asked for.
  {
    points: 4,
    holds: says(
      /\bi (?:specifically |just |only )?meant\b|\bi was (?:just )?(?:talking|referring)|\bi (?:already |specifically )?(?:asked|said|told you)\b|\bi only (?:want|ask|mean)|\bi didnt (?:ask|say|want|mean|tell)|\bim (?:just |specifically )?(?:referring|talking)\b/u,
    ),
  },
  { points: 2, holds: says(/\bi mean\b/u) },
  { points: 2, holds: states(/\bi mean$/u, 5) },
  { points: 3, holds: says(/\bi (?:thought|thougth)\b|\bim (?:a bit |so )?confused\b/u) },
  // What they see, or do not see.
  {
    points: 4,
    holds: says(
      /\bi (?:still )?(?:dont|cant|cannot|do not|can not|didnt) (?:even )?(?:see|find|get)\b|\bnot seeing\b|\bi see no\b|\bi now see\b|^i (?:cannot|cant|can not) \w|^(?:ok )?now (?:when|if|after) i\b/u,
    ),
  },
  {
    points: 2,
    holds: states(
      /\b(?:when|after|once) i \w|\bafter \w+ing\b|\bi(?:ve)? (?:just )?(?:ran|run|tried|checked|got)\b|\bnow when\b/u,
    ),
  },
  // A failure, which says the more the shorter it is put; what introduces a log is not short.
  { points: 2, mayBeTask: true, holds: states(FAILURE, 24) },
  { points: 1, mayBeTask: true, holds: states(new RegExp(`^(?!.*:$).*${FAILURE.source}`, 'u'), 16) },
  { points: 1, mayBeTask: true, holds: says(FAILURE) },
  { points: 3, mayBeTask: true, holds: ({ pasted }) => FAILURE.test(pasted) },
  {
    points: 2,
    holds: ({ sentences }) =>
      sentences.some(
        ({ kind, text }) =>
          kind === 'statement' && LASTING.test(text) && (FAILURE.test(text) || NO.test(text) || /\bsee/u.test(text)),
      ),
  },
  { points: 2, holds: says(lead(String.raw`(?:any ideas? )?why\b`)) },
  { points: 2, holds: opens(/^(?:hmm+|u+h+m*|wait|hm|but|actually|not sure)\b/u) },
  // A denial.
  {
    points: 4,
    holds: says(
      /\b(?:this|that|it) (?:isnt|wasnt|is not|was not|doesnt (?:look|seem)) (?:right|correct|true|working)\b|\bi dont think .{1,60}(?:is|are|was|were) (?:right|correct|true)\b/u,
    ),
  },
  { points: 1, holds: all(states(NO), opens(/^(?:ok |but |and |so |hmm+ )*(?:it )?(?:looks|seems) like\b/u)) },
  {
    points: 2,
    holds: states(
      new RegExp(String.raw`\bbut (?:its?|thats?|this|they|theres?)(?: is| was| are| does)? ?(?:no|${NOT})\b`, 'u'),
    ),
  },
  { points: 3, holds: states(/^(?:and |but |no,? )*we (?:dont|do not) (?:want|need)\b/u) },
  { points: 1, holds: all(opensAs('statement'), opens(NO)) },
  { points: 2, holds: states(NO, 14) },
  { points: 1, holds: states(/, (?:and )?not (?!sure|only|yet)\w/u) },
  // How the result ought to be.
  {
    points: 2,
    holds: states(/\b(?!we\b|i\b|you\b|if\b)\w+ (?:should|must)(?:nt)? (?:not |never |only |always |also )?\w/u),
  },
  { points: 1, holds: states(/\b(?:should|must)(?:nt| not| never| only)\b/u) },
  {
    points: 2,
    holds: says(
      /\b(?:try|check|look|do it) (?:it |that |this )?again\b|\bgo back\b|\bcareful(?:ly)?\b|\bswitch back\b|\b(?:change|put) (?:it|that|this) back\b/u,
    ),
  },
  { points: 4, holds: opens(/^(?:(?:please )?(?:try|check|look)|can you try) (?:it |that )?again\b/u) },
  // A new task, or consent.
  { points: -2, holds: opensAs('task') },
  {
    points: -1,
    holds: opens(/^(?:yes|yeah|ok|okay|great|good|nice|thanks|perfect|cool|sure|agreed?|lgtm)\b(?!,? but\b)/u),
  },
]

/**
 * Whether a message after a run rejects its result: says that it is wrong, missing or still fails, reports an error,
 * tells the agent what it did wrong, or asks to undo it. Signs of a rejection add up; signs of a new task count against.
 * Asked twice where a turn is counted, and again by the gates of its streak.
 */
export const isCorrection = remembered((text: string): boolean => pointsOf(text, () => true) >= ENOUGH, { most: 256 })

/** Whether a message tells the agent what it did wrong: a failure that it reports, or an order to undo, may be a task. */
export const isReproach = (text: string): boolean => pointsOf(text, ({ mayBeTask }) => mayBeTask !== true) >= ENOUGH

function pointsOf(text: string, counts: (sign: Sign) => boolean): number {
  const reading = readingOf(text)
  if (reading === undefined) return 0
  let points = 0
  for (const sign of SIGNS) if (counts(sign) && sign.holds(reading)) points += sign.points
  return points
}

/** Points of a sign that says enough alone. */
const ENOUGH = 4
