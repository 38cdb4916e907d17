import type { TurnTrajectory } from '../turn.ts'
import { optionsOf } from './command-head.ts'
import { runOf } from './runs.ts'

/** What a run did with one program, without the values that belong to one case. */
export interface RunHead {
  /** Program and subcommand of a command (`git commit`), with the other programs of its pipeline; the tool of a call. */
  readonly head: string
  /** Its options without their values, sorted: `--no-verify`, `-m`. */
  readonly options: readonly string[]
}

/**
 * The heads of the commands and calls of a run, each with all options that it was given, in order of first use. What
 * failed and was given up, looks at files and edits are left out.
 */
export function headsOf(turn: TurnTrajectory): readonly RunHead[] {
  const heads = new Map<string, Set<string>>()
  for (const { kind, head, input } of runOf(turn).groups.flatMap(({ actions }) => actions)) {
    if (kind !== 'RUN' && kind !== 'CALL') continue
    const name = head.slice(kind.length + 1)
    const options = heads.get(name) ?? new Set()
    heads.set(name, options)
    if (kind === 'RUN') for (const option of optionsOf(input.argv as readonly string[])) options.add(option)
  }
  return [...heads].map(([head, options]) => ({ head, options: [...options].sort() }))
}
