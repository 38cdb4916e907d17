import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A request of a history, as the data folder holds it. */
export interface Row {
  readonly dev: string
  readonly i: number
  readonly text: string
}

/** The labels, as far as they are read here; rows by their number in a developer's history. */
export interface Labels {
  readonly tasks: readonly { readonly dev: string }[]
  readonly wishes: readonly {
    readonly dev: string
    readonly wish: string
    readonly rows: readonly number[]
    readonly worth: number
    readonly voiced_in_sessions: number
  }[]
}

/** One developer's replay, as the frozen measure gives it. */
export interface Run {
  readonly dev: string
  readonly home: string
  readonly offers: readonly unknown[]
  /** Skills by the position of the request after which they were drafted. */
  readonly drafted: Readonly<Record<string, number>>
  readonly dispose: () => void
}

/** A standing wish that the program shows, and the rows that it names as its sources. */
export interface ShownRule {
  readonly text: string
  readonly where: string
  readonly rows: readonly number[]
}

/** What the program puts before one developer. */
export interface Kept {
  readonly dev: string
  readonly rules: readonly ShownRule[]
  readonly skills: readonly { readonly name: string; readonly text: string }[]
}

interface WireRule {
  readonly text: string
  readonly sources: readonly string[]
}

/** The rules of `notes` and of each skill, each wording once, and the drafts; `ask` runs a command with `--json`. */
export function keptIn(
  dev: string,
  ask: (...args: readonly string[]) => unknown,
  rowOf: ReadonlyMap<string, number>,
): Kept {
  const rules = new Map<string, ShownRule>()
  const add = (where: string, given: readonly WireRule[] | undefined) => {
    for (const { text, sources } of given ?? []) {
      const rows = sources.map((id) => rowOf.get(id)).filter((row) => row !== undefined)
      if (!rules.has(text)) rules.set(text, { text, where, rows })
    }
  }
  const skills = (ask('skills') as { skills: readonly { name: string; path: string }[] }).skills.map(
    ({ name, path }) => {
      add(name, (ask('show', name) as { rules?: readonly WireRule[] }).rules)
      return { name, text: readFileSync(join(path, 'SKILL.md'), 'utf8') }
    },
  )
  add('notes', (ask('notes', `/p/${dev}`) as { rules?: readonly WireRule[] }).rules)
  return { dev, rules: [...rules.values()], skills }
}

/** Whether less than half of the rows that a rule rests on voice any labelled wish. */
export function ruleOfNoWish({ wishes }: Labels, dev: string, { rows }: ShownRule): boolean {
  const voicing = new Set(wishes.filter((wish) => wish.dev === dev).flatMap((wish) => wish.rows))
  return rows.filter((row) => voicing.has(row)).length * 2 < Math.max(1, rows.length)
}

/** The part of a run in which the library holds no more than one skill. */
export function offeredBeside(run: Run): Run {
  const [, second] = Object.values(run.drafted).sort((a, b) => a - b)
  return second === undefined ? run : { ...run, offers: run.offers.slice(0, second + 1) }
}
