import { isCorrection } from '../domain/correction.ts'
import type { RequestGate } from '../domain/draft/gate-names.ts'
import { requestGate } from '../domain/draft/gates.ts'
import { asWaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import { signature } from '../domain/signature.ts'
import { type TurnInput, type TurnTrajectory, toTrajectory } from '../domain/turn.ts'
import type { RecordedTurn, Store, StreakRule } from '../store/store.ts'
import type { Clock } from './clock.ts'
import type { Drafter } from './drafter.ts'
import type { Embedder } from './embedder.ts'
import type { Router } from './router.ts'
import type { Withdrawer } from './withdrawer.ts'

export interface Recorder {
  /** Records one turn, and drafts when it completes a streak. Never throws: a fault is a receipt with status `failed`. */
  endOfRun(turn: TurnInput): Promise<TurnReceipt>

  /**
   * A recorded turn turned out to be none to learn from: a success no longer counts, and drafts that rested on it are
   * withdrawn. Nothing happens to any other turn. Throws the store's fault.
   */
  takeBack(turnId: string): Promise<void>
}

export interface RecorderParts {
  readonly store: Store
  readonly drafter: Drafter
  readonly withdrawer: Withdrawer
  readonly router: Router
  /** What requests mean; undefined where likeness goes by words alone. */
  readonly embedder?: Embedder | undefined
  readonly clock: Clock
  /** A fresh UUID v7: turns are kept in the order of their ids, so that a new one is an append. */
  readonly newTurnId: () => string
  readonly redact: (turn: TurnTrajectory) => TurnTrajectory
  readonly stopwords: readonly string[] | undefined
  /** Request gates that are off. */
  readonly gatesOff: readonly RequestGate[]
  readonly rule: Omit<StreakRule, 'scope' | 'claim'>
  readonly scope: 'user' | 'project'
  /** What a claim on a completed streak is made of. */
  readonly claim: Omit<StreakRule['claim'], 'triggerId' | 'at'>
  readonly tell: Tell
}

const WHY_NO_STREAK = {
  unknown: 'the outcome is unknown, which neither extends nor ends a streak',
  failure: 'the turn failed, which ends the streak',
} as const

export function createRecorder(parts: RecorderParts): Recorder {
  const { store, drafter, router, clock, redact, rule, tell } = parts
  const words = parts.stopwords === undefined ? {} : { stopwords: parts.stopwords }

  async function endOfRun(turn: TurnInput): Promise<TurnReceipt> {
    const receipt = await record(turn).catch((error: unknown) => {
      const { message, kind } = asWaylandError(error)
      return {
        turnId: clock.newId(),
        status: 'failed' as const,
        signature: '',
        streak: 0,
        reason: message,
        fault: kind,
        draft: null,
      }
    })
    tell({ kind: 'turn', receipt })
    if (receipt.draft !== null) tell({ kind: 'draft', receipt: receipt.draft })
    return receipt
  }

  async function record(turn: TurnInput): Promise<TurnReceipt> {
    const now = clock.now()
    const trajectory = redact(toTrajectory(turn, now))
    const key = signature(trajectory.userInput, words)
    const scope = parts.scope === 'project' ? (trajectory.projectDir ?? '') : ''
    const claim = { ...parts.claim, triggerId: clock.newId(), at: now.getTime() }
    // Only a success could count. A request sent again before an outcome counts once by the rule of the streak itself.
    const refusal =
      key === '' || trajectory.outcome !== 'success'
        ? undefined
        : requestGate(trajectory.userInput, { off: parts.gatesOff })
    // Grouping runs inside the transaction of the turn: what it may know must be there before.
    if (key !== '' && trajectory.outcome !== 'unknown' && refusal === undefined)
      await parts.embedder?.vector(trajectory.userInput)
    // What this message takes back must be known before it becomes the latest turn itself.
    const rejected = await rejectedBy(trajectory)
    const seen = await store.recordTurn(
      { id: parts.newTurnId(), signature: key, trajectory, refusal: refusal && `${refusal.gate}: ${refusal.reason}` },
      { ...rule, scope, claim },
    )
    if (rejected !== undefined && seen.status === 'recorded') await takeBack(rejected)
    const receipt = await receiptOf(key, trajectory, seen)
    return refusal === undefined || receipt.status !== 'recorded'
      ? receipt
      : { ...receipt, reason: `${refusal.gate}: ${refusal.reason}` }
  }

  /** The success of the session that this message takes back: a correction or an undo says that it was none. */
  async function rejectedBy({ engine = 'generic', sessionId, userInput }: TurnTrajectory): Promise<string | undefined> {
    return sessionId !== undefined && isCorrection(userInput) ? await store.lastSuccess(engine, sessionId) : undefined
  }

  async function takeBack(turnId: string): Promise<void> {
    if (!(await store.veto(turnId))) return
    const withdrawn = await parts.withdrawer.withdraw(turnId)
    for (const name of withdrawn)
      tell({
        kind: 'repaired',
        what: `took the draft "${name}" back: a turn of its evidence was rejected`,
      })
    if (withdrawn.length > 0) router.refresh()
  }

  async function receiptOf(key: string, trajectory: TurnTrajectory, seen: RecordedTurn): Promise<TurnReceipt> {
    const base = { turnId: seen.turnId, signature: seen.signature, streak: seen.streak, draft: null }
    if (seen.status === 'known') return { ...base, status: 'known', reason: 'this turn was recorded before' }
    if (key === '') return { ...base, status: 'ignored', reason: 'the request has no word to go by' }
    if (seen.trigger === undefined)
      return {
        ...base,
        status: 'recorded',
        ...(trajectory.outcome === 'success' ? {} : { reason: WHY_NO_STREAK[trajectory.outcome] }),
      }
    const draft = await drafter.draft(seen.trigger)
    if (draft.path !== undefined) router.refresh()
    return { ...base, status: 'recorded', draft }
  }

  return { endOfRun, takeBack }
}
