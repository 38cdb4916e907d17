import { answersByExit } from '../check.ts'
import { isCorrection } from '../correction.ts'
import { type Action, actionsOf } from '../draft/actions.ts'
import { isManner } from '../wishes/manner.ts'
import { voiceOf } from '../wishes/voice.ts'
import type { Session, SessionTurn } from './session.ts'

/** Why a session is reviewed. */
export type ReviewReason = 'experience' | 'volume' | 'correction' | 'failure after use'
/** Why it is not. */
export type SkipReason = 'too little' | 'person edited skills' | 'only our text'

export type ReviewDecision =
  | { readonly due: true; readonly reasons: readonly ReviewReason[] }
  | { readonly due: false; readonly reason: SkipReason }

/**
 * Whether a session that has ended or rested is reviewed, decided by its requests and calls; `hasFailed`: whether a skill that it
 * used has failed, in one of its runs or in a step of several.
 */
export function reviewDecision({ turns }: Pick<Session, 'turns'>, hasFailed = false): ReviewDecision {
  const own = turns.filter(({ trajectory }) => trajectory.userInput.trim() !== '')
  if (own.length === 0) return { due: false, reason: 'only our text' }
  const actions = own.map(({ trajectory }) => actionsOf(trajectory))
  if (actions.flat().some(editsSkill)) return { due: false, reason: 'person edited skills' }
  const reasons = [
    ...REASONS.filter(([, holds]) => holds(own, actions)).map(([reason]) => reason),
    ...(hasFailed || own.some(isFailedUse) ? (['failure after use'] as const) : []),
  ]
  return reasons.length === 0 ? { due: false, reason: 'too little' } : { due: true, reasons }
}

type Actions = readonly (readonly Action[])[]

const REASONS: readonly (readonly [ReviewReason, (turns: readonly SessionTurn[], actions: Actions) => boolean])[] = [
  ['experience', (turns, actions) => count(actions) >= FEW_CALLS && (hasRetryArc(actions.flat()) || wasSteered(turns))],
  ['volume', (_, actions) => count(actions) >= MANY_CALLS && actions.flat().some(changes)],
  ['correction', (turns) => turns.some(({ trajectory }, i) => corrects(trajectory.userInput, i))],
]

const isFailedUse = ({ trajectory: t }: SessionTurn): boolean => t.pickedSkill !== undefined && t.outcome === 'failure'

/** Minimum number of calls for a review because of experience. */
const FEW_CALLS = 5
/** Minimum number of calls for a review of a session without errors. */
const MANY_CALLS = 20

const count = (actions: Actions): number => actions.reduce((n, { length }) => n + length, 0)

const changes = ({ kind, ok }: Action): boolean => ok !== false && (kind === 'EDIT' || kind === 'WRITE')

/** A call failed, and one of the same kind succeeded later: denials and answers by exit status are no failures. */
function hasRetryArc(actions: readonly Action[]): boolean {
  const failed = new Set<string>()
  for (const action of actions) {
    if (action.ok === true && failed.has(action.head)) return true
    if (action.ok === false && !isAnswer(action)) failed.add(action.head)
  }
  return false
}

/** Whether a nonzero exit is a result and no failure: nothing found, a difference, a failing test. */
const isAnswer = ({ kind, check, input }: Action): boolean =>
  check || kind === 'SEARCH' || kind === 'LIST' || (Array.isArray(input.argv) && answersByExit(input.argv.join(' ')))

/**
 * Whether the person steered during the session: corrected the work, or interrupted it and asked for something else.
 */
const wasSteered = (turns: readonly SessionTurn[]): boolean =>
  turns.some(
    ({ trajectory }, i) =>
      i > 0 && (isCorrection(trajectory.userInput) || wasInterrupted(turns[i - 1]?.trajectory.stopReason)),
  )

const wasInterrupted = (stopReason: string | undefined): boolean =>
  stopReason !== undefined &&
  /interrupt|cancel|user_?abort|aborted_by_user|stopped_by_user|user_?stop/i.test(stopReason)

const corrects = (text: string, i: number): boolean => (i > 0 && isCorrection(text)) || hasStandingWish(text)

/** Whether a sentence of a request says how work is done from now on. */
const hasStandingWish = (text: string): boolean =>
  [/[.!?\n;,。！？]+/, /[.!?\n;。！？]+/].some((end) =>
    text
      .slice(0, MAX_READ)
      .split(end)
      .some((sentence) => isManner(sentence) || voiceOf(sentence) === 'standing'),
  )

const MAX_READ = 4_000

/** Whether the session wrote a SKILL.md; such sessions are left to the person. */
const editsSkill = ({ kind, input }: Action): boolean =>
  (kind === 'EDIT' || kind === 'WRITE') && typeof input.path === 'string' && /(?:^|\/)SKILL\.md$/.test(input.path)
