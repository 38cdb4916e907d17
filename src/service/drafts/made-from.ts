import type { VersionStore } from '../../store/ports/version-store.ts'

/** The name of the skill that more than half of these turns are evidence of already: what they did is its task. */
export async function madeFrom(store: VersionStore, turnIds: readonly string[]): Promise<string | undefined> {
  const turns = new Map<string, Set<string>>()
  for (const { skill, turnId, state } of await store.versionsFrom(turnIds))
    if (state !== 'rejected') turns.set(skill, (turns.get(skill) ?? new Set()).add(turnId))
  return [...turns].find(([, own]) => own.size * 2 > turnIds.length)?.[0]
}
