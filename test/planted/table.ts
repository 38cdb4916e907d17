import { wilson } from '../bench/score-interval.ts'
import { gainsOf } from './agent.ts'
import type { Arm } from './arms.ts'
import { textAfter } from './case.ts'
import type { Scorer } from './scorers.ts'
import { type WorthScorer, worthOf } from './worth.ts'

/** What became of the cases of an arm. `good`: those in which the tasks kept back succeed more often afterwards. */
export interface Tally {
  readonly good: number
  readonly refusedGood: number
  readonly others: number
  readonly acceptedOthers: number
  /** Cases that were refused, by rule. */
  readonly rules: Readonly<Record<string, number>>
}

/** Puts so many cases of an arm before a scorer. */
export async function tallied(arm: Arm, scorer: Scorer, cases: number): Promise<Tally> {
  const tally = { good: 0, refusedGood: 0, others: 0, acceptedOthers: 0, rules: {} as Record<string, number> }
  for (let n = 0; n < cases; n++) {
    const planted = arm.make(n)
    const isGood = gainsOf(planted.family, planted.before ?? '', textAfter(planted)).test > 0
    const verdict = await scorer.judge(planted)
    if (isGood) tally.good++
    else tally.others++
    if (isGood && !verdict.accepted) tally.refusedGood++
    if (!isGood && verdict.accepted) tally.acceptedOthers++
    if (!verdict.accepted) tally.rules[verdict.rule] = (tally.rules[verdict.rule] ?? 0) + 1
  }
  return tally
}

/** Puts so many cases of an arm before the gate of worth; accepted is what it says gains. */
export async function worthTallied(arm: Arm, scorer: WorthScorer, cases: number): Promise<Tally> {
  const tally = { good: 0, refusedGood: 0, others: 0, acceptedOthers: 0, rules: {} as Record<string, number> }
  for (let n = 0; n < cases; n++) {
    const planted = arm.make(n)
    const isGood = gainsOf(planted.family, planted.before ?? '', textAfter(planted)).test > 0
    const worth = await worthOf(planted, scorer, n)
    if (isGood) tally.good++
    else tally.others++
    if (isGood && worth !== 'gain') tally.refusedGood++
    if (!isGood && worth === 'gain') tally.acceptedOthers++
    if (worth !== 'gain') tally.rules[worth] = (tally.rules[worth] ?? 0) + 1
  }
  return tally
}

export const HEAD = ['| arm | false accepts | false refusals | refused by |', '|---|---|---|---|'].join('\n')

/** One line of the table: rates with Wilson's 95 % intervals. */
export const rowOf = (name: string, { good, refusedGood, others, acceptedOthers, rules }: Tally): string => {
  const by = Object.entries(rules).toSorted(([, a], [, b]) => b - a)
  const told = by.map(([rule, n]) => `${rule} ${n}`).join(', ')
  return `| ${name} | ${share(acceptedOthers, others)} | ${share(refusedGood, good)} | ${told || '–'} |`
}

export const sumOf = (tallies: readonly Tally[]): Tally => ({
  ...{ good: sum(tallies, 'good'), refusedGood: sum(tallies, 'refusedGood'), rules: {} },
  ...{ others: sum(tallies, 'others'), acceptedOthers: sum(tallies, 'acceptedOthers') },
})

const sum = (tallies: readonly Tally[], field: Exclude<keyof Tally, 'rules'>): number =>
  tallies.reduce((all, tally) => all + tally[field], 0)

function share(part: number, all: number): string {
  if (all === 0) return '–'
  const { low, high } = wilson({ successes: part, failures: all - part })
  const percent = (rate: number) => (rate * 100).toFixed(0)
  return `${part} of ${all} (${percent(low)}–${percent(high)} %)`
}
