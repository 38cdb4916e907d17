import type { Outcome } from './strike.ts'

/** One line of the table: what was struck, how often, and what did not hold. */
export interface Row {
  readonly name: string
  /** Calls that write, where they were counted. */
  readonly calls?: number
  readonly kills: number
  readonly errors: number
  /** Faults after which the next run said that it repaired something. */
  readonly repaired: number
  readonly broken: readonly string[]
}

export function rowOf(name: string, calls: number, outcomes: readonly Outcome[], more: readonly string[]): Row {
  const isError = ({ strike }: Outcome) => strike.kind === 'once' || strike.kind === 'from'
  const errors = outcomes.filter(isError).length
  const broken = outcomes.flatMap(({ strike, broken: what }) =>
    what.length === 0 ? [] : [`${Object.values(strike).join(' ')}: ${what.join('\n      ')}`],
  )
  return {
    name,
    calls,
    kills: outcomes.length - errors,
    errors,
    repaired: outcomes.filter(({ repaired }) => repaired).length,
    broken: [...broken, ...more],
  }
}

const WIDTH = 54
const SHOWN = 10

/** Prints one line of the table, and below it what broke. */
export function printRow({ name, calls, kills, errors, repaired, broken }: Row, isFirst: boolean): void {
  const line = (...cells: readonly (string | number)[]) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(WIDTH) : String(cell).padStart(9))).join('')
  if (isFirst) console.log(line('what is struck', 'calls', 'kills', 'errors', 'repaired', 'broken'))
  console.log(line(name, calls ?? '', kills, errors, repaired, broken.length))
  for (const what of broken.slice(0, SHOWN)) console.log(`    ${what}`)
}
