import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode, Verdicts } from './cells.ts'
import { type AgentProgram, PROGRAMS } from './programs.ts'

/** What the campaign found of one program when it was last run with `--write`. */
export interface Result {
  readonly agent: string
  readonly version: string
  /** Day of the run. */
  readonly date: string
  readonly found: Readonly<Partial<Record<Mode, Verdicts>>>
}

const FILE = join(import.meta.dirname, 'results.json')

/** The kept results, agents in the order of the campaign, and older versions first. */
export const readResults = (): readonly Result[] => JSON.parse(readFileSync(FILE, 'utf8')) as readonly Result[]

/** Keeps what was found in place of what was found before for that program and mode. */
export function keepResult({ agent, version }: AgentProgram, found: Result['found'], date: string): void {
  const all = readResults()
  const isThis = (one: Result) => one.agent === agent && one.version === version
  const before = all.find(isThis)?.found ?? {}
  const kept = [...all.filter((one) => !isThis(one)), { agent, version, date, found: { ...before, ...found } }]
  const order = (one: Result) => PROGRAMS.findIndex((program) => program.agent === one.agent)
  kept.sort((a, b) => order(a) - order(b) || compareVersions(a.version, b.version))
  writeFileSync(FILE, `${JSON.stringify(kept, null, 1)}\n`)
}

/** Below 0 where the first version comes before the second, by their numbers. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  const at = one.findIndex((number, i) => number !== other[i])
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
