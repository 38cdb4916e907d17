import {
  afterDecision,
  isRefitDue,
  type Judged,
  type ObservedOutcome,
  updateFrom,
} from '../../domain/routing/decision-update.ts'
import type { Knowledge } from '../../domain/routing/deliberation.ts'
import { type Arm, type Fit, NEW_WORLD, withPopulation } from '../../domain/routing/learned-rates.ts'
import type { LoggedDecision } from '../../domain/routing/logged.ts'
import { afterRequest, NEW_MIX } from '../../domain/routing/mix.ts'
import type { SkillCounts } from '../../domain/skill.ts'

/** What outcomes taught, in memory. */
export function memoryKnowledge(halfLife: number) {
  const arms = new Map<string, Arm>()
  const fits = new Map<string, ReadonlyMap<string, Fit>>()
  let world = NEW_WORLD
  let mix = NEW_MIX

  const known = <T>(names: readonly string[], of: (name: string) => T | undefined): ReadonlyMap<string, T> =>
    new Map(
      names.flatMap((name) => {
        const value = of(name)
        return value === undefined ? [] : [[name, value] as const]
      }),
    )

  return {
    read(
      skills: readonly string[],
      kind: string,
      decisions: number,
      counts: (skill: string) => SkillCounts | undefined,
    ): Knowledge {
      const met = (skill: string) => fits.get(skill)?.get(kind)
      const armOf = (skill: string) => arms.get(skill)
      return {
        world,
        mix,
        decisions,
        arms: known(skills, armOf),
        fits: known(skills, met),
        counts: known(skills, counts),
      }
    },
    decided(decision: Pick<LoggedDecision, 'reason' | 'number' | 'weighed'>, relevance: number): void {
      world = afterDecision(world, decision, arms.get(decision.weighed[0]?.skill ?? ''), halfLife)
      mix = afterRequest(mix, relevance)
    },
    learn(decision: Judged, ending: Omit<ObservedOutcome, 'halfLife'>, settled: number): void {
      const before = {
        world,
        armOf: (skill: string) => arms.get(skill),
        fitOf: (skill: string, kind: string) => fits.get(skill)?.get(kind),
      }
      const after = updateFrom(before, decision, { ...ending, halfLife })
      if (after?.arm !== undefined) arms.set(after.arm.skill, after.arm.arm)
      if (after?.fit !== undefined)
        fits.set(after.fit.skill, new Map(fits.get(after.fit.skill)).set(after.fit.kind, after.fit.fit))
      world = after?.world ?? world
      if (isRefitDue(settled)) world = withPopulation(world, inOrder(arms))
    },
    forget(skill: string): void {
      arms.delete(skill)
      fits.delete(skill)
    },
  }
}

/** Sums of many numbers depend on their order in the last bit. */
const inOrder = (arms: ReadonlyMap<string, Arm>): Arm[] =>
  [...arms].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, arm]) => arm)
