import type { SecretScanner } from '../domain/redact.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import type { PendingTrigger } from '../store/ports/trigger-store.ts'
import type { TurnLookups } from '../store/ports/turn-lookups.ts'
import type { VersionRecord } from '../store/skill-records.ts'
import type { Clearance } from './clearance.ts'
import type { DraftWriter } from './draft-writer.ts'
import { type VettedDraft, vetDraft } from './vet-draft.ts'

/** A draft, inspected, with the turns that it stands on. */
export interface Composed extends VettedDraft {
  readonly evidence: readonly string[]
}

/** Makes drafts of turns: nothing is kept. */
export interface Composing {
  compose(signature: string, turns: readonly TurnTrajectory[]): Promise<VettedDraft>
  /** Of turns by their ids. */
  composeOf(signature: string, evidence: readonly string[]): Promise<Composed>
  /** Of the turns of the trigger and those that the skill was drafted from so far, the latest of them. */
  composeWith(trigger: PendingTrigger, signature: string, versions: readonly VersionRecord[]): Promise<Composed>
}

/** Turns that a version is drawn from, the latest: after three streaks of a changed way of working that is most of them. */
const MAX_EVIDENCE = 12

export function createComposing(parts: {
  readonly store: Pick<TurnLookups, 'turns' | 'explainTurn'>
  readonly writer: DraftWriter
  /** The maintained rule set for secrets. */
  readonly secrets: SecretScanner
  readonly clearance: Clearance
}): Composing {
  const { store, writer } = parts

  async function compose(signature: string, trajectories: readonly TurnTrajectory[]): Promise<VettedDraft> {
    return await vetDraft(await writer.write({ signature, trajectories }), trajectories, parts)
  }

  const composeOf = async (signature: string, evidence: readonly string[]): Promise<Composed> => ({
    evidence,
    ...(await compose(signature, await store.turns(evidence))),
  })

  async function composeWith(trigger: PendingTrigger, signature: string, versions: readonly VersionRecord[]) {
    const before = versions.findLast(({ state, evidence }) => state !== 'rejected' && evidence.length > 0)
    const earlier = (before?.evidence ?? []).filter((id) => !trigger.turnIds.includes(id))
    const known = await Promise.all(earlier.map((id) => store.explainTurn(id)))
    // What was taken back meanwhile is no evidence any more.
    const standing = known.flatMap((turn) => (turn?.trajectory.outcome === 'success' ? [turn.id] : []))
    return await composeOf(signature, [...standing, ...trigger.turnIds].slice(-MAX_EVIDENCE))
  }

  return { compose, composeOf, composeWith }
}
