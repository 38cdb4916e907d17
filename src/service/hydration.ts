import type { Counts } from '../domain/hydration.ts'
import { headStartOf, NO_SEEDS, seedsOf } from '../domain/routing/seeds.ts'
import type { LedgerStore } from '../store/ports/ledger-store.ts'
import type { PromptStore } from '../store/ports/prompt-store.ts'
import type { SkillRecord } from '../store/skill-records.ts'

/** What arms begin with, as it was when it was first asked for. */
export interface Hydration {
  /**
   * Simulated outcomes of each of these skills, in layers, a name already seeded being skipped: measured `bench` rows,
   * then `auto_drafter` priors, then a head start by recorded use. `counts` are the recorded outcomes.
   */
  seeds(
    skills: readonly Pick<SkillRecord, 'name' | 'origin'>[],
    counts: ReadonlyMap<string, Counts>,
  ): Promise<ReadonlyMap<string, Counts>>
}

/**
 * Reads what arms begin with. Rows of a revoked name seed nothing, whoever has the name now, and a draft's prior seeds no
 * skill that a person made under its name. `offered` says how many skills are offered, and what those in use have on record.
 */
export function hydrate(
  store: Pick<LedgerStore, 'revocations'> & Pick<PromptStore, 'seedPairsFor'>,
  offered: { readonly count: number; readonly records: () => Promise<readonly Counts[]> },
): Hydration {
  let revoked: ReadonlySet<string> | undefined
  let start: ReturnType<typeof headStartOf> | undefined
  return {
    async seeds(asked, counts) {
      revoked ??= new Set((await store.revocations()).map(({ skillName }) => skillName))
      const clean = asked.flatMap(({ name }) => (revoked?.has(name) ? [] : [name]))
      const bench = new Map(await store.seedPairsFor(clean, 'bench', 1))
      const drafted = new Set(asked.flatMap(({ name, origin }) => (origin === 'auto' ? [name] : [])))
      const unmeasured = clean.filter((name) => drafted.has(name) && !bench.has(name))
      const draft = new Map(await store.seedPairsFor(unmeasured, 'auto_drafter', 1))
      // Every skill in use is read for a rank: only where it counts, which is where there is a record and nothing else.
      const needsRank = ({ name }: Pick<SkillRecord, 'name'>) =>
        counts.has(name) && !bench.has(name) && !draft.has(name)
      if (asked.some(needsRank)) start ??= headStartOf(offered.count, await offered.records())
      const of = (name: string) => ({
        bench: bench.get(name),
        draft: draft.get(name),
        headStart: start?.(counts.get(name)),
        counts: counts.get(name) ?? NO_SEEDS,
      })
      return new Map(asked.map(({ name }) => [name, seedsOf(of(name))]))
    },
  }
}
