import type { DraftReceipt } from '../../domain/receipt.ts'
import type { Claim } from '../../store/streak-rule.ts'
import type { Core } from '../core.ts'
import type { Drafter, WaitingStreak } from '../drafts/drafter.ts'
import type { CountOptions, Recorder } from './recorder.ts'

/** Turns that were stored only, and drafts that were begun. */
export interface WaitingTurns {
  /**
   * Counts the turns that `receive` and `import` stored only, in the order of their time, and drafts from them; returns
   * their number; with `later` streaks of skills that are there already wait for a call without it. Throws the store's fault.
   */
  count(options?: CountOptions): Promise<number>
  /** Retries at once what was put aside; returns how many. Failures are events. */
  tryAgain(): Promise<number>
}

export interface WaitingParts extends Core<'store' | 'clock' | 'tell'> {
  readonly claim: Omit<Claim, 'triggerId' | 'at'>
}

export function createWaitingTurns(
  parts: WaitingParts & { readonly recorder: Recorder; readonly drafter: Drafter },
): WaitingTurns {
  const { store, recorder, drafter } = parts

  async function count(options: CountOptions = {}): Promise<number> {
    let counted = 0
    for await (const _ of recorder.count(options)) counted++
    return counted
  }

  return {
    count,
    async tryAgain() {
      const waiting = await store.tryAgain()
      await finishDrafts(parts, async () => drafter)
      await count()
      return waiting
    },
  }
}

/**
 * Makes the drafts of completed streaks whose process died before drafting: one version a skill. A streak that was
 * resumed before is drafted alone, so that one which ends its process is put aside, and no other with it.
 */
export async function finishDrafts(
  { store, clock, claim, tell }: WaitingParts,
  drafter: () => Promise<Drafter>,
): Promise<void> {
  const mine = { ...claim, triggerId: '', at: clock.now().getTime() }
  const receipts: DraftReceipt[] = []
  const waiting: WaitingStreak[] = []
  for (let trigger = await next(); trigger !== undefined; trigger = await next()) {
    const { draft, begin } = await drafter()
    const begun = trigger.wasResumed === true ? await draft(trigger) : await begin(trigger)
    if ('trigger' in begun) waiting.push(begun)
    else receipts.push(begun)
  }
  if (waiting.length > 0) receipts.push(...(await (await drafter()).finish(waiting)))
  for (const { skill, status, reason } of new Map(receipts.map((one) => [`${one.status} ${one.skill}`, one])).values())
    if (status === 'failed') tell({ kind: 'warning', what: `an interrupted draft waits: ${skill}: ${reason}` })
    else tell({ kind: 'repaired', what: `finished an interrupted draft: ${skill} is ${status}` })

  async function next() {
    return await store.orphanedTrigger(mine)
  }
}
