import type { DraftWording } from '../../domain/draft/compose.ts'
import type { DraftOutline } from '../../domain/draft/outline.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { VersionRecord } from '../../store/skill-records.ts'
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
