import { SkillRouter, seededRandom } from '../../../src/domain/bandit.ts'
import { drawLogit } from '../../../src/domain/beta.ts'
import { type Choice, choose } from '../../../src/domain/routing/choice.ts'
import { updateWithoutSkill, updateWithSkill } from '../../../src/domain/routing/decision-update.ts'
import { type Arm, type Fit, NEW_WORLD, withPopulation } from '../../../src/domain/routing/learned-rates.ts'
import type { Outcome } from '../../../src/domain/turn.ts'

export interface Hit {
  readonly id: string
  readonly relevance: number
}
export type Retrieve = (query: string) => readonly Hit[]

export interface Policy {
  choose(query: string): string | null
  learn(outcome: Outcome): void
}

/** Always the first hit of retrieval. */
export const firstHit = (retrieve: Retrieve): Policy => ({
  choose: (query) => retrieve(query)[0]?.id ?? null,
  learn: () => {},
})

/** Thompson sampling over the hits with one Beta posterior per skill and no context. */
export function plainThompson(retrieve: Retrieve, seed: number): Policy {
  // The router's rule without its propensity, which no rival needs.
  const arms = new SkillRouter()
  const random = seededRandom(seed)
  const draw = (name: string) => {
    const { successes, failures } = arms.counts(name)
    return drawLogit({ alpha: successes + 1, beta: failures + 1 }, random)
  }
  let pick: string | null = null
  return {
    choose(query) {
      const drawn = retrieve(query).map(({ id }) => ({ id, value: draw(id) }))
      pick = drawn.sort((a, b) => b.value - a.value)[0]?.id ?? null
      return pick
    },
    learn(outcome) {
      if (pick !== null) arms.observe(pick, outcome)
    },
  }
}

/** The hit with the best mean nine times in ten, otherwise any of them or none. */
export function epsilonGreedy(retrieve: Retrieve, seed: number, epsilon = 0.1): Policy {
  const random = seededRandom(seed)
  const arms = new SkillRouter()
  let pick: string | null = null
  return {
    choose(query) {
      const options = [...retrieve(query).map(({ id }) => id), null]
      if (random() < epsilon) pick = options[Math.floor(random() * options.length)]!
      else pick = options.reduce((a, b) => (arms.mean(b ?? '') > arms.mean(a ?? '') ? b : a))
      return pick
    },
    learn: (outcome) => arms.observe(pick ?? '', outcome),
  }
}

export interface Logged {
  readonly query: string
  readonly choice: Choice
  outcome: Outcome
}

/** Outcomes after which the population of success rates is fitted anew. */
const REFIT = 64

/** The contextual bandit of this package; `log`, if given, takes every decision. */
export function contextual(
  retrieve: Retrieve,
  options: { readonly seed: number; readonly holdout: number; readonly halfLife: number; readonly log?: Logged[] },
): Policy {
  const { holdout, halfLife, log } = options
  const random = seededRandom(options.seed)
  const arms = new Map<string, Arm>()
  const fits = new Map<string, Fit>()
  let world = NEW_WORLD
  let now = 0
  let last: Logged | undefined
  return {
    choose(query) {
      now++
      const contenders = retrieve(query).map(({ id, relevance }) => ({
        name: id,
        relevance,
        arm: arms.get(id),
        fit: fits.get(`${id} ${query}`),
      }))
      const choice = choose(world, contenders, { now, halfLife, holdout, random })
      world = choice.world
      last = { query, choice, outcome: 'unknown' }
      log?.push(last)
      return choice.pick
    },
    learn(outcome) {
      if (outcome === 'unknown' || last === undefined) return
      last.outcome = outcome
      const { pick, weighed } = last.choice
      const offered = weighed.find(({ name }) => name === pick)
      const name = pick ?? weighed[0]?.name ?? ''
      const arm = arms.get(name)
      if (offered === undefined) {
        const learned = updateWithoutSkill(world, arm, { outcome, now, halfLife })
        world = learned.world
        arms.set(name, learned.first)
      } else {
        const cell = `${name} ${last.query}`
        const learned = updateWithSkill(
          world,
          { arm, fit: fits.get(cell) },
          { outcome, prior: offered.prior, now, halfLife },
        )
        world = learned.world
        arms.set(name, learned.arm)
        fits.set(cell, learned.fit)
      }
      if (now % REFIT === 0) world = withPopulation(world, arms.values())
    },
  }
}
