import type { Counts } from '../domain/hydration.ts'
import { headStartOf, NO_SEEDS, seedsOf } from '../domain/routing/seeds.ts'
import type { SkillRecord } from '../store/skill-records.ts'
import type { Store } from '../store/store.ts'

/** What arms begin with, as it was when this was read. */
export interface Hydration {
  /**
   * Simulated outcomes of each of these skills, in layers, a name already seeded being skipped: measured `bench` rows,
   * then `auto_drafter` priors, then a head start by recorded use. `counts` are the recorded outcomes.
   */
  seeds(names: readonly string[], counts: ReadonlyMap<string, Counts>): Promise<ReadonlyMap<string, Counts>>
}

/**
 * Reads what arms begin with. Rows of a revoked name seed nothing, whoever has the name now, and a draft's prior seeds no
 * skill that a person made under its name.
 */
export async function hydrate(
  store: Store,
  skills: readonly Pick<SkillRecord, 'name' | 'origin'>[],
): Promise<Hydration> {
  const offered = new Set(skills.map(({ name }) => name))
  const headStart = headStartOf(
    skills.length,
    (await store.arms()).filter(({ name }) => offered.has(name)),
  )
  const revoked = new Set((await store.revocations()).map(({ skillName }) => skillName))
  const drafted = new Set(skills.filter(({ origin }) => origin === 'auto').map(({ name }) => name))
  return {
    async seeds(asked, counts) {
      const clean = asked.filter((name) => !revoked.has(name))
      const bench = new Map(await store.seedPairsFor(clean, 'bench', 1))
      const unmeasured = clean.filter((name) => drafted.has(name) && !bench.has(name))
      const draft = new Map(await store.seedPairsFor(unmeasured, 'auto_drafter', 1))
      const of = (name: string) => ({
        bench: bench.get(name),
        draft: draft.get(name),
        headStart: headStart(counts.get(name)),
        counts: counts.get(name) ?? NO_SEEDS,
      })
      return new Map(asked.map((name) => [name, seedsOf(of(name))]))
    },
  }
}
