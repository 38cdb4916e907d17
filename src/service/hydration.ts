import type { Counts } from '../domain/hydration.ts'
import { headStarts, seedsOf } from '../domain/routing/seeds.ts'
import type { SkillRecord, Store } from '../store/store.ts'

/** What arms begin with, as it was when this was read. */
export interface Hydration {
  /**
   * Simulated outcomes of each of these skills, in layers, a name already seeded being skipped: measured `bench` rows,
   * then `auto_drafter` priors, then a head start by recorded use. `counts` are the recorded outcomes.
   */
  seeds(names: readonly string[], counts: ReadonlyMap<string, Counts>): Promise<ReadonlyMap<string, Counts>>
}

const NONE: Counts = { successes: 0, failures: 0 }

/**
 * Reads what arms begin with. Rows of a revoked name seed nothing, whoever has the name now, and a draft's prior seeds no
 * skill that a person made under its name.
 */
export async function hydrate(
  store: Store,
  skills: readonly Pick<SkillRecord, 'name' | 'origin'>[],
): Promise<Hydration> {
  const arms = new Map((await store.arms()).map((arm) => [arm.name, arm]))
  const names = skills.map(({ name }) => name)
  const starts = headStarts(names, (name) => arms.get(name))
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
        headStart: starts.get(name),
        counts: counts.get(name) ?? NONE,
      })
      return new Map(asked.map((name) => [name, seedsOf(of(name))]))
    },
  }
}
