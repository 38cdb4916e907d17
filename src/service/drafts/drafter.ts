import { asWaylandError } from '../../domain/errors.ts'
import type { DraftReceipt } from '../../domain/receipt.ts'
import { skillName } from '../../domain/skill-reference.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { Core } from '../core.ts'
import type { Composed } from './composing.ts'
import type { Streaks } from './draft-record.ts'
import type { evidenceCheck } from './evidence-check.ts'
import { turningDown } from './evidence-check.ts'
import type { naming } from './naming.ts'
import { createVersionWriter, type VersionWriterParts } from './version-writer.ts'
import type { VettedDraft } from './vet-draft.ts'

export interface Drafter {
  /** Makes the draft of a completed streak; a fault gives a receipt with status `failed`, and the streak is retried. */
  draft(trigger: PendingTrigger): Promise<DraftReceipt>
  /** As `draft`, but a streak for a skill that is there already waits, so that further streaks can join its version. */
  begin(trigger: PendingTrigger): Promise<DraftReceipt | WaitingStreak>
  /** Drafts from the streaks that wait, one version a skill; a receipt for each, in their order. */
  finish(waiting: readonly WaitingStreak[]): Promise<readonly DraftReceipt[]>
}

/** A streak that passed the gates, and the signature that it is drafted under. */
export interface WaitingStreak {
  readonly trigger: PendingTrigger
  readonly signature: string
  /** Its runs share nothing: it is drafted from its requests. */
  readonly inWords?: boolean
}

export interface DrafterParts extends VersionWriterParts, Core<'tell'> {
  /** Why the streak makes no draft, if so. */
  readonly check: ReturnType<typeof evidenceCheck>
  readonly nameOf: ReturnType<typeof naming>
}

const TAKEN = 'its requests do not resemble those of the skills that have the names it could have'
const FELL = 'a turn of it was no success after all'
/** Attempts on a skill that keeps changing during the write. */
const MAX_ATTEMPTS = 5

export function createDrafter(parts: DrafterParts): Drafter {
  const { store, check, nameOf } = parts
  const writer = createVersionWriter(parts)
  const { turnDown } = turningDown(parts)
  const { attempted, guarded, timed } = createAttempts(parts)

  const draft = (trigger: PendingTrigger): Promise<DraftReceipt> =>
    guarded(trigger, async () => {
      const admitted = await admit(trigger)
      return 'status' in admitted ? admitted : await alone(admitted)
    })

  /** Signatures of skills that were there when a streak for them began to wait. */
  const there = new Set<string>()

  const begin = (trigger: PendingTrigger): Promise<DraftReceipt | WaitingStreak> =>
    guarded(trigger, async () => {
      const admitted = await admit(trigger)
      if ('status' in admitted) return admitted
      const { signature } = admitted
      if (!there.has(signature) && (await store.skill(skillName(signature))) === undefined) return await alone(admitted)
      there.add(signature)
      return admitted
    })

  async function finish(waiting: readonly WaitingStreak[]): Promise<readonly DraftReceipt[]> {
    there.clear()
    const bySignature = new Map<string, WaitingStreak[]>()
    for (const one of waiting) bySignature.set(one.signature, [...(bySignature.get(one.signature) ?? []), one])
    const receipts = new Map<WaitingStreak, DraftReceipt>()
    for (const all of bySignature.values()) {
      const standing: WaitingStreak[] = []
      for (const one of all) {
        const fell = await guarded(one.trigger, async () => await fallen(one))
        if (fell === undefined) standing.push(one)
        else receipts.set(one, fell)
      }
      const receipt = await together(standing)
      for (const one of standing)
        receipts.set(one, receipt ?? (await guarded(one.trigger, async () => await alone(one))))
    }
    return waiting.map((one) => receipts.get(one) as DraftReceipt)
  }

  /** Checks a streak and finds its signature, or turns it down. */
  async function admit(trigger: PendingTrigger): Promise<DraftReceipt | WaitingStreak> {
    const name = skillName(trigger.signature)
    const trajectories = await store.turns(trigger.turnIds)
    const refusal = await check(trigger, trajectories)
    const inWords = refusal?.inWords === true
    if (refusal !== undefined && !inWords) return await turnDown(trigger, name, 'refused', refusal)
    const signature = await nameOf(trigger, trajectories)
    return signature === undefined
      ? await turnDown(trigger, name, 'refused', { reason: TAKEN })
      : { trigger, signature, inWords }
  }

  /** Turns a streak down that lost a turn while it waited. */
  async function fallen({ trigger, signature }: WaitingStreak): Promise<DraftReceipt | undefined> {
    const turns = await store.turns(trigger.turnIds)
    if (turns.every(({ outcome }) => outcome === 'success')) return undefined
    return await turnDown(trigger, skillName(signature), 'refused', { reason: FELL })
  }

  const alone = (streak: WaitingStreak): Promise<DraftReceipt> => timed(1, () => ofOne(streak))

  async function ofOne({ trigger, signature, inWords }: WaitingStreak): Promise<DraftReceipt> {
    const name = skillName(signature)
    let made: Promise<VettedDraft> | undefined
    const compose = async (): Promise<Composed> => {
      made ??= store.turns(trigger.turnIds).then((turns) => writer.compose(signature, turns, inWords))
      return { evidence: trigger.turnIds, ...(await made) }
    }
    // The next version is made from the turns of both skills. The expensive part runs before the lock is taken.
    const unsafe = (await store.skill(name)) === undefined ? (await compose()).refusal : undefined
    if (unsafe !== undefined) return await turnDown(trigger, name, 'refused', { reason: unsafe })
    const receipt = await attempted(() => writer.draft(trigger, { name, signature }, compose))
    return receipt ?? { status: 'failed', skill: name, reason: 'the skill kept changing while it was drafted' }
  }

  /** One version for several streaks, under the id of the last; undefined if each has to be drafted alone. */
  async function together(waiting: readonly WaitingStreak[]): Promise<DraftReceipt | undefined> {
    const last = waiting.at(-1)
    if (last === undefined || waiting.length === 1) return undefined
    const { signature, trigger } = last
    const triggers = waiting.map((one) => one.trigger)
    const finishes = triggers.slice(0, -1).map(({ id }) => id)
    const streaks: Streaks = { ...trigger, turnIds: triggers.flatMap(({ turnIds }) => turnIds), finishes }
    const named = { name: skillName(signature), signature }
    return await guarded(trigger, async () => {
      const together = () => attempted(() => writer.draftTogether(streaks, named))
      const written = await timed(waiting.length, together).catch(() => undefined)
      if (written !== undefined && written !== 'apart') return written
      // A fault may lie in one of them: drafted alone, it is held against that one. What is stored stands for all.
      return (await isStored(trigger.id, named.name)) ? await alone(last) : undefined
    })
  }

  async function isStored(triggerId: string, name: string): Promise<boolean> {
    const skill = await store.skill(name)
    return skill !== undefined && (await store.versions(skill.id)).some((one) => one.triggerId === triggerId)
  }

  return { draft, begin, finish }
}

/** Tries again, holds a fault against the streak, and tells what a version cost. */
function createAttempts({
  store,
  folder,
  clock,
  tell,
  pause,
}: Pick<DrafterParts, 'store' | 'folder' | 'clock' | 'tell' | 'pause'>) {
  async function attempted<R>(write: () => Promise<R | undefined>): Promise<R | undefined> {
    return await store.folderLock(async () => {
      for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
        const written = await write()
        if (written !== undefined) return written
      }
      return undefined
    })
  }

  async function guarded<R>(trigger: PendingTrigger, work: () => Promise<R>): Promise<R | DraftReceipt> {
    try {
      await pause()
      return await work()
    } catch (error) {
      const skill = skillName(trigger.signature)
      const { message: reason, kind } = asWaylandError(error)
      // A full disk or a locked database is no fault of the draft. If not even this can be stored, the attempt counts.
      await store.triggerFailed(trigger.id, reason, kind !== 'unavailable').catch(() => {})
      return { status: 'failed', skill, path: `${folder.root}/${skill}`, reason }
    }
  }

  async function timed<R extends DraftReceipt | 'apart' | undefined>(
    streaks: number,
    make: () => Promise<R>,
  ): Promise<R> {
    const start = clock.now().getTime()
    const made = await make()
    if (made !== undefined && made !== 'apart' && made.path !== undefined)
      tell({ kind: 'version', skill: made.skill, streaks, ms: clock.now().getTime() - start })
    return made
  }

  return { attempted, guarded, timed }
}
