import type { DraftReceipt } from '../domain/receipt.ts'
import { skillName } from '../domain/skill-name.ts'
import type { SkillLookups } from '../store/ports/skill-lookups.ts'
import type { PendingTrigger, TriggerStore } from '../store/ports/trigger-store.ts'
import type { TurnLookups } from '../store/ports/turn-lookups.ts'
import type { Clock } from './clock.ts'
import type { Drafter } from './drafter.ts'
import type { evidenceCheck } from './evidence-check.ts'
import type { naming } from './naming.ts'

/**
 * Defers completed streaks of a signature that was drafted a moment ago and drafts them together: one version with the
 * evidence that the last of their versions would have had. Their rows stay in the database, so that they outlive the process.
 */
export interface WaitingDrafts {
  /**
   * Drafts a completed streak, or defers it and returns undefined. The evidence gates are asked at once, since turns of a
   * refused streak may count for the next one.
   */
  take(trigger: PendingTrigger): Promise<DraftReceipt | undefined>
  /** Drafts the deferred streaks whose signature has rested. */
  due(): Promise<readonly DraftReceipt[]>
  /** Drafts all deferred streaks; with a turn, those of signatures with a streak that holds this turn. */
  finish(turnId?: string): Promise<readonly DraftReceipt[]>
}

export interface WaitingDraftsParts {
  readonly store: Pick<TurnLookups, 'turns'> & Pick<SkillLookups, 'skill'> & Pick<TriggerStore, 'joinTriggers'>
  readonly drafter: Drafter
  readonly check: ReturnType<typeof evidenceCheck>
  readonly nameOf: ReturnType<typeof naming>
  readonly clock: Clock
  /** Minimum interval of drafts of one signature, in ms. */
  readonly restMs: number
}

/** Most streaks that are merged: the evidence gates compare each of their turns with the project's latest 500. */
const MOST_JOINED = 16

/** A deferred streak, and the name of the skill that it is drafted as. */
interface Waiting {
  readonly trigger: PendingTrigger
  readonly name: string
}

export function createWaitingDrafts(parts: WaitingDraftsParts): WaitingDrafts {
  const { store, drafter, check, nameOf, clock, restMs } = parts
  /** Deferred streaks by signature, in the order of their completion. */
  const waiting = new Map<string, Waiting[]>()
  /** Time of the last draft of a signature, in ms since 1970. */
  const drafted = new Map<string, number>()

  function rests(signature: string): boolean {
    const since = clock.now().getTime() - (drafted.get(signature) ?? Number.NEGATIVE_INFINITY)
    // A negative interval means that the clock was set back.
    return since >= 0 && since < restMs
  }

  async function take(trigger: PendingTrigger): Promise<DraftReceipt | undefined> {
    const { signature } = trigger
    const before = waiting.get(signature) ?? []
    if (before.length === 0 && !rests(signature)) return await draftNow(trigger)
    const name = await soundName(trigger)
    if (name === undefined) return await drafter.draft(trigger)
    waiting.set(signature, [...before, { trigger, name }])
    return undefined
  }

  async function draftNow(trigger: PendingTrigger): Promise<DraftReceipt> {
    drafted.set(trigger.signature, clock.now().getTime())
    return await drafter.draft(trigger)
  }

  /** The name of the skill that a streak is drafted as; undefined where it is refused. */
  async function soundName(trigger: PendingTrigger): Promise<string | undefined> {
    const turns = await store.turns(trigger.turnIds)
    if ((await check(trigger, turns)) !== undefined) return undefined
    const signature = await nameOf(trigger, turns)
    return signature === undefined ? undefined : skillName(signature)
  }

  async function due(): Promise<readonly DraftReceipt[]> {
    for (const signature of drafted.keys()) if (!rests(signature)) drafted.delete(signature)
    return await draftWaiting([...waiting.keys()].filter((signature) => !rests(signature)))
  }

  async function finish(turnId?: string): Promise<readonly DraftReceipt[]> {
    const rest = (all: readonly Waiting[]) =>
      turnId === undefined || all.some(({ trigger }) => trigger.turnIds.includes(turnId))
    return await draftWaiting([...waiting].flatMap(([signature, all]) => (rest(all) ? [signature] : [])))
  }

  async function draftWaiting(signatures: readonly string[]): Promise<readonly DraftReceipt[]> {
    const receipts: DraftReceipt[] = []
    for (const signature of signatures) {
      const all = waiting.get(signature) ?? []
      waiting.delete(signature)
      for (const name of new Set(all.map((one) => one.name))) {
        const triggers = all.filter((one) => one.name === name).map(({ trigger }) => trigger)
        receipts.push(...(await draftTogether(name, triggers)))
      }
    }
    return receipts
  }

  /** A skill that does not exist yet is drafted from its first streak alone. */
  async function draftTogether(name: string, triggers: readonly PendingTrigger[]): Promise<readonly DraftReceipt[]> {
    const receipts: DraftReceipt[] = []
    for (let i = 0; i < triggers.length; ) {
      const some = (await store.skill(name)) === undefined ? [] : triggers.slice(i, i + MOST_JOINED)
      const joined = some.length > 1 ? await join(name, some) : undefined
      receipts.push(await draftNow(joined ?? (triggers[i] as PendingTrigger)))
      i += joined === undefined ? 1 : some.length
    }
    return receipts
  }

  /** Merges streaks; undefined where the result would be refused or drafted as another skill. */
  async function join(name: string, triggers: readonly PendingTrigger[]): Promise<PendingTrigger | undefined> {
    const { id, signature } = triggers.at(-1) as PendingTrigger
    const turnIds = triggers.reduce<readonly string[]>(
      (ids, later) => [...ids.filter((one) => !later.turnIds.includes(one)), ...later.turnIds],
      [],
    )
    const joined = { id, signature, turnIds }
    if ((await soundName(joined)) !== name) return undefined
    await store.joinTriggers(
      joined,
      triggers.slice(0, -1).map((one) => one.id),
    )
    return joined
  }

  return { take, due, finish }
}
