import { answersByExit } from '../check.ts'
import { isCorrection } from '../correction/signs.ts'
import { type Action, actionsOf } from '../draft/actions.ts'
import { commandOf } from '../outcome.ts'
import type { ToolCall } from '../run.ts'
import { isManner } from '../wishes/manner.ts'
import { voiceOf } from '../wishes/voice.ts'
import type { Session, SessionTurn } from './evidence.ts'

export type ReviewReason = 'experience' | 'volume' | 'correction' | 'failure after use'
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
  if (own.some(({ trajectory: { toolCalls = [] } }, i) => actions[i]?.some((one) => editsSkill(one, toolCalls))))
    return { due: false, reason: 'person edited skills' }
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

/** Whether the person steered during the session: corrected the work, or interrupted it for something else. */
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

/** Whether an action changed files of a skill, by whatever program of a shell; such sessions are left to the person. */
function editsSkill({ kind, ok, head, input, call }: Action, calls: readonly ToolCall[]): boolean {
  if (ok === false) return false
  if (kind === 'EDIT' || kind === 'WRITE') return isOfSkill(input.path)
  if (kind !== 'RUN' || !Array.isArray(input.argv)) return false
  const [program = '', ...words] = input.argv as readonly string[]
  // What a pipe ends in and what a loop runs is told by the line alone; below it a here-document may stand.
  const lines = (commandOf(calls[call] ?? { input }) ?? '').split('\n')
  const told = lines[0]?.includes('| tee ') ? lines.slice(0, 1) : LOOPS.has(head) ? lines : []
  if (told.length > 0) return told.some((line) => line.split(' ').some(isOfSkill))
  const isScript = words.some((word) => word === '-c' || word === '-e')
  if (!WRITERS.has(program) && !isScript) return false
  const names = isScript ? words.flatMap((word) => word.split('"').flatMap((part) => part.split("'"))) : words
  return [...names, input.dir].some(isOfSkill)
}

const WRITERS = new Set(
  'tee mv rm cp ln install rsync touch truncate unlink rmdir mkdir dd patch git sed perl'.split(' '),
)
const LOOPS = new Set(['RUN for', 'RUN while', 'RUN if'])

/** A SKILL.md, or a folder of skills that an agent reads, or a file or folder in it, in capitals or not. */
function isOfSkill(path: unknown): boolean {
  if (typeof path !== 'string') return false
  const parts = path.toLowerCase().replaceAll('\\', '/').split('/')
  const at = parts.indexOf('skills')
  const [before = '', within = ''] = [parts[at - 1], parts[at + 2]]
  return (
    parts.at(-1) === 'skill.md' ||
    (at >= 0 && (before.startsWith('.') || before === 'wayland-core' || PARTS.has(within)))
  )
}

const PARTS = new Set(['references', 'scripts', 'assets'])
