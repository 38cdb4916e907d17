import type { Draft, DraftWording } from '../../domain/draft/compose.ts'
import type { DraftOutline } from '../../domain/draft/outline.ts'
import type { SecretScanner } from '../../domain/redact.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { VersionRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import type { StandingRules } from '../review/standing-rules.ts'
import { type VettedDraft, vetDraft } from './vet-draft.ts'

/** A draft after the scan, with the turns that it was drawn from. */
export interface Composed extends VettedDraft {
  readonly evidence: readonly string[]
}

/** A draft before the scan, which costs as much again: not every draft is written. */
export interface Drawn extends Pick<Composed, 'draft' | 'evidence'> {
  vetted(): Promise<Composed>
}

/** Makes drafts from turns; stores nothing. */
export interface Composing {
  /** `inWords`: from the requests alone; such a draft is watched. */
  compose(signature: string, turns: readonly TurnTrajectory[], inWords?: boolean): Promise<VettedDraft>
  drawOf(signature: string, evidence: readonly string[]): Promise<Drawn>
  /** From the turns of the trigger and those of the skill's earlier versions, the latest of both. */
  drawWith(trigger: PendingTrigger, signature: string, versions: readonly VersionRecord[]): Promise<Drawn>
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
    /** Lets what else this process has to do, such as a prompt, have its turn: each step takes 10 to 50 ms. */
    readonly pause: () => Promise<unknown>
  },
): Composing {
  const { store, writer, pause } = parts

  async function draw(signature: string, trajectories: readonly TurnTrajectory[], inWords = false): Promise<Draft> {
    const { outlineOf, worded } = await composer()
    await pause()
    const rules = await parts.rules.voicedIn(trajectories.map(({ userInput }) => userInput))
    await pause()
    const found = { ...outlineOf({ signature, trajectories }), rules }
    const alone = { ...found.procedure, steps: [] }
    const outline = inWords ? { ...found, procedure: alone, weak: true, watching: true } : found
    await pause()
    return worded(outline, await writer.write(outline))
  }

  async function vetted(draft: Draft, turns: readonly TurnTrajectory[]): Promise<VettedDraft> {
    await pause()
    return await vetDraft(draft, turns, parts)
  }

  async function drawOf(signature: string, evidence: readonly string[]): Promise<Drawn> {
    const turns = await store.turns(evidence)
    const draft = await draw(signature, turns)
    return { draft, evidence, vetted: async () => ({ evidence, ...(await vetted(draft, turns)) }) }
  }

  async function drawWith(trigger: PendingTrigger, signature: string, versions: readonly VersionRecord[]) {
    const before = versions.findLast(({ state, evidence }) => state !== 'rejected' && evidence.length > 0)
    const earlier = (before?.evidence ?? []).filter((id) => !trigger.turnIds.includes(id))
    const known = await Promise.all(earlier.map((id) => store.explainTurn(id)))
    // A turn that was withdrawn meanwhile is no longer evidence.
    const successes = known.flatMap((turn) => (turn?.trajectory.outcome === 'success' ? [turn.id] : []))
    return await drawOf(signature, [...successes, ...trigger.turnIds].slice(-MAX_EVIDENCE))
  }

  return {
    compose: async (signature, turns, inWords) => await vetted(await draw(signature, turns, inWords), turns),
    drawOf,
    drawWith,
  }
}

/**
 * Words a draft from its outline. What it returns is redacted, scanned and checked like any other draft before it is stored.
 * If it throws, nothing is published and the streak waits for another attempt. It may be called while the lock of the
 * skills folder is held.
 */
export interface DraftWriter {
  write(outline: DraftOutline): Promise<DraftWording>
}

/** Writes the steps that the runs share, by rules only: the same outline gives the same bytes. */
export const sharedStepsWriter = (): DraftWriter => ({
  write: async (outline) => (await composer()).wordingOf(outline),
})

/** Loaded when there is something to draft or to explain: the shell parser is most of the start of a short process. */
export const composer = builtOnce(async () => ({
  ...(await import('../../domain/draft/outline.ts')),
  ...(await import('../../domain/draft/compose.ts')),
}))

/** Prefix of the trigger id of a version that a model reworded. */
export const REWORDED = 'reworded-'

/** Whether no person changed the version's text: rules wrote it, or a model reworded theirs. */
export const isUnedited = ({ author, baseId, triggerId }: VersionRecord): boolean =>
  baseId === null && (author === 'auto' || (author === 'model' && triggerId?.startsWith(REWORDED) === true))

/** The name of the skill that more than half of these turns are evidence of already: what they did is its task. */
export async function madeFrom(store: VersionStore, turnIds: readonly string[]): Promise<string | undefined> {
  const turns = new Map<string, Set<string>>()
  for (const { skill, turnId, state } of await store.versionsFrom(turnIds))
    if (state !== 'rejected') turns.set(skill, (turns.get(skill) ?? new Set()).add(turnId))
  return [...turns].find(([, own]) => own.size * 2 > turnIds.length)?.[0]
}
