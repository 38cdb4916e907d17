import type { Counts } from '../hydration.ts'
import type { Lift } from './lift.ts'
import { runsOf } from './trials.ts'

/** `3 of 15 (20 %)`; a dash without runs. */
export function successWords(counts: Counts): string {
  const runs = runsOf(counts)
  return runs === 0 ? '-' : `${counts.successes} of ${runs} (${Math.round((100 * counts.successes) / runs)} %)`
}

/** `+23 (+5 to +40)`: the lift in the light of all skills with its 95 % interval, in points of a hundred. */
export const liftWords = ({ pooled }: Lift): string =>
  `${points(pooled.lift)} (${points(pooled.low)} to ${points(pooled.high)})`

/** The verdict, and what it would take to be certain. */
export function verdictWords({ verdict, more }: Lift): string {
  if (more === 0) return verdict
  const needed =
    more === null
      ? 'at these rates no reachable number of uses makes it certain'
      : `about ${rounded(more)} more uses to be certain`
  return `${verdict}; ${needed}`
}

/** What speaks for archiving a skill. */
export const harmWords = ({ treated, control, pooled }: Lift): string =>
  `succeeded in ${successWords(treated)} with it, in ${runsOf(control) === 0 ? 'about ' : ''}${
    runsOf(control) === 0 ? `${Math.round(100 * pooled.control)} % of runs` : successWords(control)
  } without; harm is ${Math.min(99.9, Math.floor(1000 * pooled.harm) / 10)} % sure`

const points = (value: number): string => {
  const n = Math.round(100 * value)
  return n > 0 ? `+${n}` : String(n)
}

/** Two figures say enough of what is foretold. */
const rounded = (n: number): string => String(Number(n.toPrecision(2)))
