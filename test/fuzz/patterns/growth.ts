import { createContext, Script } from 'node:vm'
import { type Attack, attacksOn, attackText } from './attacks.ts'
import type { Found } from './collect.ts'

/** The attack that costs a pattern most. */
export interface Worst {
  readonly attack: Attack
  /** Processor time for a text of `LONG` characters in milliseconds; without end when it was not done in time. */
  readonly ms: number
  /** How many times the work of half the text. */
  readonly growth: number
}

/** Lengths at which every attack is tried, the worst of them again, and the very worst measured. */
const SHORTEST = 800
const SHORT = 4_000
export const LONG = 100_000
/** An attack that takes longer on a short text has failed already, in milliseconds. */
const SHORT_MS = 500
const LONG_MS = 5_000
/** When a text took that long, longer ones are not tried, in milliseconds. */
const PLAIN_MS = 600
/** Below that, growth is noise, in milliseconds. */
const FLOOR_MS = 400
/** Attacks that are tried again, and measured. */
const SHORTLISTED = 24
const MEASURED = 4

/** Attacks a pattern and measures the worst that was found; texts are never longer than what the pattern is given. */
export function worstOf({ source, flags }: Pick<Found, 'source' | 'flags'>, longest = LONG): Worst {
  const pattern = new RegExp(source, flags)
  const tried = (attacks: readonly Attack[], length: number) => {
    const costs: { attack: Attack; ms: number }[] = []
    for (const attack of attacks) {
      const ms = cost(pattern, attackText(attack, Math.min(length, longest)), SHORT_MS)
      costs.push({ attack, ms })
      // None is worse than one without end.
      if (ms === Number.POSITIVE_INFINITY) break
    }
    return costs.sort((a, b) => b.ms - a.ms)
  }
  const first = tried(attacksOn(source, flags), SHORTEST)
  const shortlist = tried(
    first.slice(0, SHORTLISTED).map(({ attack }) => attack),
    SHORT,
  )
  const hanging = shortlist[0]
  if (hanging === undefined) return { attack: { before: '', unit: 'a', after: '' }, ms: 0, growth: 1 }
  if (hanging.ms === Number.POSITIVE_INFINITY) return { ...hanging, growth: Number.POSITIVE_INFINITY }
  return shortlist
    .slice(0, MEASURED)
    .map(({ attack }) => measured(pattern, attack, longest))
    .reduce((a, b) => (b.growth > a.growth || (b.growth === a.growth && b.ms > a.ms) ? b : a))
}

/** Doubles the text up to the longest, or until it takes so long that the growth is plain. */
function measured(pattern: RegExp, attack: Attack, longest: number): Worst {
  const cost2 = (length: number) => {
    const text = attackText(attack, length)
    return Math.min(cost(pattern, text, LONG_MS), cost(pattern, text, LONG_MS))
  }
  let length = Math.min(SHORT, longest / 2)
  let half = cost2(length)
  for (;;) {
    const next = Math.min(2 * length, longest)
    const ms = cost2(next)
    const growth = ms < FLOOR_MS ? 1 : (ms / half) ** (1 / Math.log2(next / length))
    if (next === longest || ms > PLAIN_MS) return { attack, ms, growth }
    length = next
    half = ms
  }
}

const context = createContext({ work: undefined as unknown })
const script = new Script('work()')

/**
 * Processor time of looking for every match in a text; without end where it had that many milliseconds and was not done. It
 * is broken off by the clock: where the machine gave it less than half of them, it is tried again.
 */
function cost(pattern: RegExp, text: string, most: number): number {
  context.work = () => {
    if (pattern.global) for (const _ of text.matchAll(pattern));
    else {
      pattern.lastIndex = 0
      pattern.test(text)
    }
  }
  for (let tries = 1; ; tries++) {
    const before = process.cpuUsage()
    const isDone = finished(most)
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    if (isDone) return ms
    if (ms >= most / 2 || tries === MOST_TRIES) return Number.POSITIVE_INFINITY
  }
}

const MOST_TRIES = 10

function finished(withinMs: number): boolean {
  try {
    script.runInContext(context, { timeout: withinMs })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  }
}
