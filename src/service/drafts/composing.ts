import type { SecretScanner } from '../../domain/redact.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { StandingRules } from '../review/standing-rules.ts'
import { composer, type DraftWriter } from './draft-writer.ts'
import { type VettedDraft, vetDraft } from './vet-draft.ts'

/** A draft after the scan, with the turns that it was drawn from. */
export interface Composed extends VettedDraft {
  readonly evidence: readonly string[]
}

/** Makes drafts from turns; stores nothing. */
export interface Composing {
  /** `inWords`: from the requests alone; such a draft is watched. */
  compose(signature: string, turns: readonly TurnTrajectory[], inWords?: boolean): Promise<VettedDraft>
  /** From the turns with these ids. */
  composeOf(signature: string, evidence: readonly string[]): Promise<Composed>
  /** From the turns of the trigger and those of the skill's earlier versions, the latest of both. */
  composeWith(trigger: PendingTrigger, signature: string, versions: readonly VersionRecord[]): Promise<Composed>
}

/**
 * Limit of turns that a version is drafted from, the latest: after three streaks of a changed way of working these are
 * most of them.
 */
const MAX_EVIDENCE = 12

export function createComposing(
  parts: Core<'store' | 'clearance'> & {
    readonly writer: DraftWriter
    readonly rules: Pick<StandingRules, 'voicedIn'>
    /** The rule set for secrets (secretlint). */
    readonly secrets: SecretScanner
  },
): Composing {
  const { store, writer } = parts

  async function compose(
    signature: string,
    trajectories: readonly TurnTrajectory[],
    inWords = false,
  ): Promise<VettedDraft> {
    const { outlineOf, worded } = await composer()
    const rules = await parts.rules.voicedIn(trajectories.map(({ userInput }) => userInput))
    const found = { ...outlineOf({ signature, trajectories }), rules }
    const alone = { ...found.procedure, steps: [] }
    const outline = inWords ? { ...found, procedure: alone, weak: true, watching: true } : found
    return await vetDraft(worded(outline, await writer.write(outline)), trajectories, parts)
  }

  const composeOf = async (signature: string, evidence: readonly string[]): Promise<Composed> => ({
    evidence,
    ...(await compose(signature, await store.turns(evidence))),
  })

  async function composeWith(trigger: PendingTrigger, signature: string, versions: readonly VersionRecord[]) {
    const before = versions.findLast(({ state, evidence }) => state !== 'rejected' && evidence.length > 0)
    const earlier = (before?.evidence ?? []).filter((id) => !trigger.turnIds.includes(id))
    const known = await Promise.all(earlier.map((id) => store.explainTurn(id)))
    // A turn that was withdrawn meanwhile is no longer evidence.
    const successes = known.flatMap((turn) => (turn?.trajectory.outcome === 'success' ? [turn.id] : []))
    return await composeOf(signature, [...successes, ...trigger.turnIds].slice(-MAX_EVIDENCE))
  }

  return { compose, composeOf, composeWith }
}
