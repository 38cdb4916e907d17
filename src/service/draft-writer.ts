import type { Draft } from '../domain/draft/compose.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import { loadedOnce } from './loaded-once.ts'

/** The input of a draft: successful turns, and the signature that names the skill. */
export interface DraftEvidence {
  readonly signature: string
  readonly trajectories: readonly TurnTrajectory[]
}

/**
 * Writes a draft from evidence. Its result is redacted, scanned and checked like any other draft before it is stored.
 * If it throws, nothing is published and the streak waits for another attempt. It may be called while the lock of the
 * skills folder is held.
 */
export interface DraftWriter {
  write(evidence: DraftEvidence): Promise<Draft>
}

/** Writes the steps that the runs share, by rules only: the same evidence gives the same bytes. */
export const sharedStepsWriter = (): DraftWriter => ({
  // Loaded when there is something to draft: the shell parser is most of the start of a short process.
  write: async (evidence) => (await composer()).composeDraft(evidence),
})

const composer = loadedOnce(async () => await import('../domain/draft/compose.ts'))
