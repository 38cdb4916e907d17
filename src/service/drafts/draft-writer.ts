import type { DraftWording } from '../../domain/draft/compose.ts'
import type { DraftOutline } from '../../domain/draft/outline.ts'
import { builtOnce } from '../built-once.ts'

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
