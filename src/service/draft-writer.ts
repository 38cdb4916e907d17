import type { Draft } from '../domain/draft/compose.ts'
import type { TurnTrajectory } from '../domain/turn.ts'
import { loadedOnce } from './loaded-once.ts'

/** What a draft is written from: turns that were successes, and the signature that the skill is named by. */
export interface DraftEvidence {
  readonly signature: string
  readonly trajectories: readonly TurnTrajectory[]
}

/**
 * Evidence in, draft out. What is written is redacted, scanned and judged like any other draft before anything is kept. A fault
 * is thrown: the streak then waits for another attempt, and nothing is published. It may be asked while others wait for the
 * skills folder.
 */
export interface DraftWriter {
  write(evidence: DraftEvidence): Promise<Draft>
}

/** Writes the steps that the runs share, by rules alone: the same evidence gives the same bytes. */
export const sharedStepsWriter = (): DraftWriter => ({
  // Loaded when there is something to draft: the shell parser is most of a bare start.
  write: async (evidence) => (await composer()).composeDraft(evidence),
})

const composer = loadedOnce(async () => await import('../domain/draft/compose.ts'))
