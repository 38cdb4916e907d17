import { historyTasks, type RecordedTurn } from '../../domain/proof/history-tasks.ts'
import type { ProofTask } from '../../domain/proof/task.ts'
import type { TurnLookups } from '../../store/ports/turn-store.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'

/** The latest successful runs in which a skill was in use, and those that its current version was made from. */
export type RecentSuccesses = (skill: SkillRecord) => Promise<readonly ProofTask[]>

/** Turns that are looked through. */
const MOST_TURNS = 2_000
/** A success of long ago may rest on a project that is another one by now. */
const MOST_SUCCESSES = 20

export const recentSuccesses =
  (store: TurnLookups & VersionStore): RecentSuccesses =>
  async (skill) => {
    const head = (await store.versions(skill.id)).find(({ version }) => version === skill.headVersion)
    const ids = head?.evidence ?? []
    const made = await store.turns(ids)
    const used = (await store.latestTurns(MOST_TURNS)).filter(({ trajectory }) => trajectory.pickedSkill === skill.name)
    const turns = new Map<string, RecordedTurn>()
    for (const { id, trajectory } of used) turns.set(id, { id, trajectory })
    for (const [i, trajectory] of made.entries()) turns.set(`made-${i}`, { id: `made-${i}`, trajectory })
    return historyTasks([...turns.values()]).slice(-MOST_SUCCESSES)
  }
