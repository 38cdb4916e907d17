import type { Refusal } from '../../domain/learning/gate.ts'
import { isDrafted, isWithdrawn } from '../../domain/skill.ts'
import type { SkillLookups } from '../../store/ports/skill-store.ts'
import type { TurnLookups } from '../../store/ports/turn-store.ts'
import type { VersionStore } from '../../store/ports/version-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import { builtOnce } from '../built-once.ts'

export type KnownTasks = ReturnType<typeof createKnownTasks>

const MAX_LISTED = 60
/** Skills that requests are compared with at most, the newest. */
const MAX_COMPARED = 500

/** Tasks that have a skill, or for which a person rejected one. */
export function createKnownTasks(store: SkillLookups & TurnLookups & VersionStore) {
  const drafted = async (most: number): Promise<readonly SkillRecord[]> =>
    (await store.skills())
      .filter(({ origin }) => isDrafted(origin))
      .sort((a, b) => b.createdAt - a.createdAt)
      .slice(0, most)

  /** Name and description of the newest drafted skills. */
  async function listed() {
    return (await drafted(MAX_LISTED)).map((skill) => ({
      ...{ name: skill.name, description: skill.description, isRejected: isWithdrawn(skill) },
    }))
  }

  /** The refusal that names a skill for similar requests; undefined if there is none. */
  async function covering(requests: readonly string[]): Promise<Refusal | undefined> {
    const { resembles } = await resemblance()
    for (const skill of await drafted(MAX_COMPARED)) {
      const earlier = await requestsOf(skill)
      if (earlier.length === 0 || !resembles(requests, earlier)) continue
      return isWithdrawn(skill)
        ? { rule: 'rejected before', reason: `"${skill.name}", which is for such requests, is ${skill.status}` }
        : { rule: 'known task', reason: `"${skill.name}" is for such requests` }
    }
    return undefined
  }

  /** The requests that a skill was drafted from, those of rejected versions included. */
  async function requestsOf({ id }: SkillRecord): Promise<readonly string[]> {
    const ids = new Set((await store.versions(id)).flatMap(({ evidence }) => evidence))
    return (await store.turns([...ids])).map(({ userInput }) => userInput)
  }

  return { listed, covering }
}

const resemblance = builtOnce(async () => await import('../../domain/grouping/resemblance.ts'))
