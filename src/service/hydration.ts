import { SkillRouter } from '../domain/bandit.ts'
import type { Random } from '../domain/beta.ts'
import { headStart, prioritize } from '../domain/hydration.ts'
import type { SkillRecord, Store } from '../store/store.ts'

/**
 * A router that knows what the store knows, in layers, a name already seeded being skipped: measured `bench` rows, then
 * `auto_drafter` priors, then a head start by recorded use; real outcomes are added on top, so that a prior fades. Rows of
 * a revoked name seed nothing, whoever has the name now, and a draft's prior seeds no skill that a person made under its
 * name.
 */
export async function hydrateRouter(
  store: Store,
  skills: readonly Pick<SkillRecord, 'name' | 'origin'>[],
  random: Random,
): Promise<SkillRouter> {
  const names = skills.map(({ name }) => name)
  const drafted = skills.filter(({ origin }) => origin === 'auto').map(({ name }) => name)
  const router = new SkillRouter({ random })
  const revoked = new Set((await store.revocations()).map((revocation) => revocation.skillName))
  const recorded = (await store.arms()).filter((arm) => arm.successes + arm.failures > 0)
  const seeded = new Map<string, number>()
  for (const [scorer, of] of [
    ['bench', names],
    ['auto_drafter', drafted],
  ] as const)
    for (const [name, successes] of await store.seedPairsFor(
      of.filter((name) => !seeded.has(name) && !revoked.has(name)),
      scorer,
      1,
    ))
      seeded.set(name, successes)
  // Folder order is no evidence: without any recorded use nobody gets a head start.
  if (recorded.length > 0) {
    const counts = new Map(recorded.map((arm) => [arm.name, arm]))
    const ranked = prioritize(names, (name) => counts.get(name))
    headStart(ranked.length).forEach((successes, i) => {
      const name = ranked[i] as string
      if (!seeded.has(name)) seeded.set(name, successes)
    })
  }
  router.restore(seeded)
  router.restore(recorded)
  return router
}
