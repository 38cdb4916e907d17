import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { type Beta, drawLogit, type Random } from './beta.ts'
import { insistOnOptions } from './call-options.ts'
import { WaylandError } from './errors.ts'
import type { Counts } from './hydration.ts'
import { type ArmGroup, propensities } from './propensity.ts'
import { OUTCOMES, type Outcome } from './turn.ts'

/** Evidence for one arm, as a row or as an object; absent failures are 0. */
export type ArmRecord =
  | readonly [name: string, successes: number, failures?: number]
  | { readonly name: string; readonly successes: number; readonly failures?: number }

/** The arm drawn and the probability of drawing it. */
export interface ArmPick {
  readonly name: string
  readonly propensity: number
}

/** A generator of numbers in [0, 1) that replays from its seed (xoroshiro128+). */
export function seededRandom(seed: number): Random {
  const generator = xoroshiro128plus(seed)
  return () => uniformFloat64(generator)
}

/**
 * Thompson sampling over Beta(successes + 1, failures + 1), regardless of the task. Every choice replays from `random`
 * (numbers in [0, 1)), or else from `seed`.
 */
export class SkillRouter {
  readonly #random: Random
  // Columns instead of an object per arm: hydrating must cost less than reading the rows.
  readonly #index = new Map<string, number>()
  readonly #successes: number[] = []
  readonly #failures: number[] = []
  #propensities: { readonly names: readonly string[]; readonly byPosterior: ReadonlyMap<string, number> } | undefined

  constructor(options: { readonly random?: Random; readonly seed?: number } = {}) {
    insistOnOptions('SkillRouter', options, { random: true, seed: true })
    this.#random = options.random ?? seededRandom(options.seed ?? 0)
  }

  /** Adds evidence to what the arms have. Throws `bad_option` for a count that is negative or not a number. */
  restore(records: Iterable<ArmRecord>): void {
    this.#propensities = undefined
    for (const record of records) {
      if (isRow(record)) this.#add(record[0], record[1], record[2] ?? 0)
      else this.#add(record.name, record.successes, record.failures ?? 0)
    }
  }

  /**
   * Draws once from every candidate and takes the highest. A candidate named by `@@skill=` in the task is taken with
   * propensity 1. Repeated names count once. Throws `no_candidates` when there are none.
   */
  pick(names: Iterable<string>, task?: string): ArmPick {
    const candidates = [...new Set(names)]
    if (candidates.length === 0) throw new WaylandError('no_candidates', 'There is no skill to choose from.')
    const forced = task === undefined ? null : parseOverride(task)
    if (forced !== null && candidates.includes(forced)) return { name: forced, propensity: 1 }
    let best = candidates[0]!
    let highest = Number.NEGATIVE_INFINITY
    for (const name of candidates) {
      const draw = drawLogit(this.#posterior(name), this.#random)
      if (draw > highest) {
        highest = draw
        best = name
      }
    }
    return { name: best, propensity: this.#propensity(best, candidates) }
  }

  /** Credits one outcome to an arm; unknown changes nothing. Throws `bad_option` for what is no outcome. */
  observe(name: string, outcome: Outcome): void {
    if (!OUTCOMES.includes(outcome))
      throw new WaylandError('bad_option', `an outcome is ${OUTCOMES.join(', ')}, not ${JSON.stringify(outcome)}`)
    if (outcome === 'unknown') return
    this.#propensities = undefined
    this.#add(name, outcome === 'success' ? 1 : 0, outcome === 'failure' ? 1 : 0)
  }

  /** Successes and failures of an arm, seeds included; zero for an unknown arm. */
  counts(name: string): Counts {
    const i = this.#index.get(name)
    return i === undefined ? UNSEEN : { successes: this.#successes[i]!, failures: this.#failures[i]! }
  }

  /** Mean of the arm's posterior; .5 for one never seen. */
  mean(name: string): number {
    const { alpha, beta } = this.#posterior(name)
    return alpha / (alpha + beta)
  }

  #add(name: string, successes: number, failures: number): void {
    if (!(successes >= 0 && failures >= 0 && successes + failures < Number.POSITIVE_INFINITY))
      throw new WaylandError('bad_option', `The counts of ${JSON.stringify(name)} must be 0 or more.`)
    const i = this.#index.get(name)
    if (i === undefined) {
      const next = this.#successes.length
      this.#index.set(name, next)
      this.#successes[next] = successes
      this.#failures[next] = failures
    } else {
      this.#successes[i]! += successes
      this.#failures[i]! += failures
    }
  }

  #posterior(name: string): Beta {
    const { successes, failures } = this.counts(name)
    return { alpha: successes + 1, beta: failures + 1 }
  }

  /** Cached until evidence or candidates change, because the same choice is often drawn again. */
  #propensity(winner: string, candidates: readonly string[]): number {
    if (!sameNames(this.#propensities?.names, candidates))
      this.#propensities = { names: candidates, byPosterior: this.#byPosterior(candidates) }
    return this.#propensities!.byPosterior.get(keyOf(this.#posterior(winner)))!
  }

  #byPosterior(candidates: readonly string[]): ReadonlyMap<string, number> {
    const groups = new Map<string, ArmGroup>()
    for (const name of candidates) {
      const posterior = this.#posterior(name)
      const key = keyOf(posterior)
      groups.set(key, { ...posterior, count: (groups.get(key)?.count ?? 0) + 1 })
    }
    const found = propensities([...groups.values()])
    return new Map([...groups.keys()].map((key, i) => [key, found[i]!]))
  }
}

const UNSEEN: Counts = { successes: 0, failures: 0 }

const isRow = (record: ArmRecord): record is Extract<ArmRecord, readonly unknown[]> => Array.isArray(record)

const keyOf = ({ alpha, beta }: Beta) => `${alpha},${beta}`

function sameNames(known: readonly string[] | undefined, names: readonly string[]): boolean {
  return known !== undefined && known.length === names.length && known.every((name, i) => name === names[i])
}

/**
 * The skill named by the first `@@skill=` of a request (in any case): the longest run of ASCII letters, digits, `-` and
 * `_` after it; null when there is no mark or no name right after it.
 */
export function parseOverride(text: string): string | null {
  return MARK.exec(text)?.[1] || null
}

const MARK = /@@skill=([a-z0-9_-]*)/i
