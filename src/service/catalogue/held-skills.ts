import { type OfferRule, type Seen, visibilityOf } from '../../domain/visibility.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { Catalogue } from './catalogue.ts'
import { byName, isSame } from './last-full-look.ts'

/** The rows of skills as this process saw them last, and which of them may be offered. */
export function createHeldSkills({ store, offer }: Core<'store'> & { readonly offer: OfferRule }) {
  /** Undefined until all skills are first asked for. */
  let skills: ReadonlyMap<string, SkillRecord> | undefined
  let offered: readonly SkillRecord[] = []
  let generation = 0

  const isOffered = (skill: Seen): boolean => visibilityOf(skill, offer).offered

  /** Keeps unchanged rows, and the whole list if no row changed, as they are, so that callers compare by reference. */
  function hold(now: ReadonlyMap<string, SkillRecord>): ReadonlyMap<string, SkillRecord> {
    const before = skills
    const held = new Map(
      [...now].map(([name, row]) => [name, isSame(before?.get(name), row) ? before!.get(name)! : row]),
    )
    skills = held
    const list = [...held.values()].filter(isOffered)
    if (list.length !== offered.length || list.some((skill, at) => skill !== offered[at])) {
      offered = list
      generation++
    }
    return held
  }

  const held = async (): Promise<ReadonlyMap<string, SkillRecord>> => skills ?? hold(byName(await store.skills()))

  /** Of those that no process looked at yet, all in the standing of skills that may be offered. */
  async function count(): Promise<number> {
    if (skills !== undefined) return offered.length
    const standings = await store.statusCounts('altered')
    return standings
      .filter(({ status, needsReview }) => isOffered({ name: 'any', description: 'any', status, needsReview }))
      .reduce((sum, { count: all, altered = 0 }) => sum + all - altered, 0)
  }

  const reads: Pick<Catalogue, 'generation' | 'count' | 'records' | 'offered' | 'visible' | 'all'> = {
    get generation() {
      return generation
    },
    count,
    records: async () => (await store.usedSkills()).filter(isOffered),
    async offered() {
      await held()
      return offered
    },
    async visible(name) {
      const skill = skills === undefined ? await store.skill(name) : skills.get(name)
      return skill !== undefined && visibilityOf(skill, offer).loadable ? skill : undefined
    },
    all: async () => [...(await held()).values()],
  }
  return {
    reads,
    hold,
    /** Those of these names that may be offered, or could be if they were scanned. */
    async namedRows(names: readonly string[], unscanned = false): Promise<readonly SkillRecord[]> {
      const known = skills
      const rows = known === undefined ? await store.skillsNamed(names) : names.flatMap((name) => known.get(name) ?? [])
      return rows.filter((row) => visibilityOf(row, { ...offer, unscanned }).offered)
    },
    /** Adds a skill that was just written. */
    registered(skill: SkillRecord): void {
      if (skills !== undefined) hold(new Map(skills).set(skill.name, skill))
      else generation++
    },
  }
}
