import { signature, unicodeWords } from '../../domain/signature.ts'
import { skillName } from '../../domain/skill-reference.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import type { PendingTrigger } from '../../store/ports/turn-store.ts'
import { builtOnce } from '../built-once.ts'
import type { Core } from '../core.ts'
import { madeFrom } from './composing.ts'

export type NamingParts = Core<'store'>

/**
 * The signature that a streak is drafted under: that of the skill that most of its turns made; else that of its group,
 * unless a skill of that name was drafted from requests unlike these; else the name of the task that the requests share,
 * else that of one of the requests. Undefined if other tasks have all of these names.
 */
export function naming({ store }: NamingParts) {
  return async (trigger: PendingTrigger, turns: readonly TurnTrajectory[]): Promise<string | undefined> => {
    // Loaded when there is a draft: requests are compared only then.
    const { askedText } = await asking()
    const { resembles } = await resemblance()
    const { taskName } = await taskNames()
    const requests = turns.map(({ userInput }) => userInput)
    // A streak of one exact signature is drafted under it, even if another skill has that name.
    if (requests.every((text) => signature(text) === trigger.signature)) return trigger.signature
    const made = await madeFrom(store, trigger.turnIds)
    const known = made === undefined ? undefined : (await store.skill(made))?.signature
    if (known != null) return known
    const asked = requests.map(askedText)
    for (const candidate of new Set([trigger.signature, ...namesOf(asked, taskName(asked))])) {
      const earlier = await evidenceOf(candidate, trigger)
      if (earlier.length === 0 || resembles(requests, earlier)) return candidate
    }
    return undefined
  }

  /**
   * The name of their task, then the signatures of the requests, first the one whose words most other requests hold.
   */
  function namesOf(requests: readonly string[], shared: string | undefined): readonly string[] {
    const said = requests.map((text) => new Set(unicodeWords(text)))
    const common = (name: string) =>
      name.split('-').reduce((sum, word) => sum + said.filter((words) => words.has(word)).length, 0)
    const own = requests
      .map((text) => signature(text))
      .filter((name) => name !== '')
      .sort((a, b) => common(b) - common(a))
    return shared === undefined ? own : [shared, ...own]
  }

  /** The requests that a skill was last drafted from, without those of this streak. */
  async function evidenceOf(signature: string, { turnIds }: PendingTrigger): Promise<readonly string[]> {
    const skill = await store.skill(skillName(signature))
    const versions = skill === undefined ? [] : await store.versions(skill.id)
    const last = versions.findLast(({ state, evidence }) => state !== 'rejected' && evidence.length > 0)
    const ids = (last?.evidence ?? []).filter((id) => !turnIds.includes(id))
    return (await store.turns(ids)).map(({ userInput }) => userInput)
  }
}

const asking = builtOnce(async () => await import('../../domain/grouping/asked.ts'))
const resemblance = builtOnce(async () => await import('../../domain/grouping/resemblance.ts'))
const taskNames = builtOnce(async () => await import('../../domain/draft/task-name.ts'))
