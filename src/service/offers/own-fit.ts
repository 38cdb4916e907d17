import type { Found } from '../../domain/routing/deliberation.ts'
import { belonging, textReader } from '../../domain/routing/own-requests.ts'
import type { OwnRequests } from '../../store/ports/turn-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'

/** Latest requests of the person that a prompt is compared with. */
const OWN_REQUESTS = 200
/** Texts of which the features are kept. */
const READ_TEXTS = 2_000

/**
 * How likely skills that were found fit a request, best first. For a learned skill it is judged by what the person said for
 * its task and says otherwise; what is known of other skills is their text. Without a text, the request named the skill.
 */
export function createOwnFit(store: OwnRequests) {
  const read = textReader(READ_TEXTS)
  return async (
    text: string | undefined,
    found: readonly Found[],
    skills: ReadonlyMap<string, SkillRecord>,
  ): Promise<readonly Found[]> => {
    const learned = found.flatMap(({ skill, relevance }) => {
      const { name, triggers, signature } = skills.get(skill)!
      return signature === null || triggers.length === 0 ? [] : [{ name, triggers, relevance }]
    })
    if (text === undefined || learned.length === 0) return found
    const own = await store.ownRequests(
      OWN_REQUESTS,
      learned.map(({ name }) => name),
    )
    const fitOf = belonging(text, own, read)
    const fits = new Map(learned.map((one) => [one.name, fitOf(one)]))
    return found
      .map(({ skill, relevance }) => ({ skill, relevance: fits.get(skill) ?? relevance }))
      .sort((a, b) => b.relevance - a.relevance)
  }
}
