import type { Counts } from '../../domain/hydration.ts'
import { headStartOf, NO_SEEDS, seedsOf } from '../../domain/routing/seeds.ts'
import { isDrafted } from '../../domain/skill.ts'
import type { LedgerStore, PromptStore } from '../../store/ports/version-store.ts'
import type { SkillRecord } from '../../store/skill-records.ts'

export type Hydration = ReturnType<typeof hydrate>

/**
 * The initial values of the router's arms, read once on first use. Rows of a revoked name seed nothing, whichever skill has the name now, and a
 * draft's prior does not seed a skill that a person made under its name. `offered` gives the number of offered skills
 * and the records of those in use.
 */
export function hydrate(
  store: Pick<LedgerStore, 'revocations'> & Pick<PromptStore, 'seedPairsFor'>,
  offered: { readonly count: () => Promise<number>; readonly records: () => Promise<readonly Counts[]> },
) {
  let revoked: ReadonlySet<string> | undefined
  let start: ReturnType<typeof headStartOf> | undefined
  return {
    /**
     * Simulated outcomes of each of these skills, in layers: measured `bench` rows, then `auto_drafter` priors, then a
     * bonus by recorded use; a name that one layer seeds is skipped by the next. `counts` are the recorded outcomes.
     */
    async seeds(
      asked: readonly Pick<SkillRecord, 'name' | 'origin'>[],
      counts: ReadonlyMap<string, Counts>,
    ): Promise<ReadonlyMap<string, Counts>> {
      revoked ??= new Set((await store.revocations()).map(({ skillName }) => skillName))
      const clean = asked.flatMap(({ name }) => (revoked?.has(name) ? [] : [name]))
      const [measured = [], priors = []] = await store.seedPairsFor(clean, ['bench', 'auto_drafter'])
      const bench = new Map(measured.map(([name, ...row]) => [name, row]))
      const drafted = new Set(asked.flatMap(({ name, origin }) => (isDrafted(origin) ? [name] : [])))
      const draft = new Map(
        priors.filter(([name]) => drafted.has(name) && !bench.has(name)).map(([name, n]) => [name, n]),
      )
      // The rank among skills in use is only computed for skills that have a record and no other seed.
      const needsRank = ({ name }: Pick<SkillRecord, 'name'>) =>
        counts.has(name) && !bench.has(name) && !draft.has(name)
      if (asked.some(needsRank)) start ??= headStartOf(await offered.count(), await offered.records())
      const of = (name: string) => ({
        bench: bench.get(name)?.[0],
        benchTasks: bench.get(name)?.[1],
        draft: draft.get(name),
        headStart: start?.(counts.get(name)),
        counts: counts.get(name) ?? NO_SEEDS,
      })
      return new Map(asked.map(({ name }) => [name, seedsOf(of(name))]))
    },
  }
}
