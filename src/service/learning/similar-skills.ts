import { splitFrontMatter } from '../../domain/front-matter.ts'
import type { Session } from '../../domain/learning/evidence.ts'
import { hasUnsoundStep, isFailure, usedSkills } from '../../domain/learning/failed-use.ts'
import { nearSkills } from '../../domain/learning/near-skills.ts'
import type { FailedSkill } from '../../domain/learning/review-text.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { waitingOf } from './edit-stager.ts'

/** Number of similar skills that a question about a session lists. */
const MAX_NEAR = 5
/** Latest turns among which runs with a skill are searched. */
const MAX_TURNS = 2_000
/** Characters of the requests that similar skills are searched by. */
const MAX_QUERY = 2_000

/** The skills that a question to a model is about. */
export function createSimilarSkills({ store, catalogue, search }: Core<'store' | 'catalogue' | 'search'>) {
  /** The skill of this name, unless it is archived or revoked. */
  const skillNamed = async (name: string): Promise<SkillRecord | undefined> => {
    const row = await store.skill(name)
    return row === undefined || isWithdrawn(row) ? undefined : row
  }

  async function bodyIn(version: VersionRecord | undefined): Promise<string | undefined> {
    const text = version && (await store.files(version.id)).get('SKILL.md')
    return text && splitFrontMatter(Buffer.from(text).toString('utf8')).body
  }

  const runsWith = async (name: string) =>
    (await store.latestTurns(MAX_TURNS)).flatMap(({ trajectory }) =>
      trajectory.pickedSkill === name ? [trajectory] : [],
    )

  /** The text of its head below the front matter. */
  const bodyOf = async (row: SkillRecord): Promise<string> =>
    (await bodyIn((await store.versions(row.id)).find(({ version }) => version === row.headVersion))) ?? row.body

  return {
    skillNamed,
    bodyOf,
    /** The text below the front matter of the version that waits for a person; undefined where none does. */
    waitingBody: async ({ id }: SkillRecord) => await bodyIn(waitingOf(await store.versions(id))),
    async nearest(text: string): Promise<readonly SkillRecord[]> {
      await catalogue.refresh()
      const hits = nearSkills(await search.search(text.slice(0, MAX_QUERY), MAX_NEAR, undefined, 'user'))
      const rows = await Promise.all(hits.map(({ id }) => store.skill(id)))
      return rows.flatMap((row) => row ?? [])
    },
    /** The skills that were used in a session and did not help: a run failed, or a step did in several runs of any session. */
    async failed({ turns }: Session): Promise<readonly FailedSkill[]> {
      await catalogue.refresh()
      const found: FailedSkill[] = []
      for (const [name, used] of usedSkills(turns)) {
        const row = await skillNamed(name)
        if (row === undefined) continue
        const body = await bodyOf(row)
        if (used.some(isFailure) || hasUnsoundStep(body, used, await runsWith(name))) found.push({ name, body })
      }
      return found
    },
  }
}
