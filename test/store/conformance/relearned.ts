import { HALF_LIFE } from '../../../src/domain/routing/decay.ts'
import { isRefitDue, updateFrom } from '../../../src/domain/routing/decision-update.ts'
import { type Arm, type Fit, NEW_WORLD, withPopulation } from '../../../src/domain/routing/learned-rates.ts'
import type { DecisionStore } from '../../../src/store/ports/decision-store.ts'

/** What the log of decisions teaches when it is read from the start. */
export async function relearned(store: DecisionStore) {
  const arms = new Map<string, Arm>()
  const fits = new Map<string, Fit>()
  let world = NEW_WORLD
  for (const decision of await store.settledDecisions()) {
    const known = {
      world,
      armOf: (skill: string) => arms.get(skill),
      fitOf: (skill: string, kind: string) => fits.get(`${skill} ${kind}`),
    }
    const { outcome, loaded, settled } = decision
    const after = updateFrom(known, decision, { outcome: outcome!, loaded, halfLife: HALF_LIFE })
    if (after?.arm !== undefined) arms.set(after.arm.skill, after.arm.arm)
    if (after?.fit !== undefined) fits.set(`${after.fit.skill} ${after.fit.kind}`, after.fit.fit)
    world = after?.world ?? world
    const inOrder = [...arms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, arm]) => arm)
    if (isRefitDue(settled!)) world = withPopulation(world, inOrder)
  }
  return { world, arms, fits }
}
