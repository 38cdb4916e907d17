import type { TurnTrajectory } from '../turn.ts'
import { composeDraft } from './compose.ts'
import { runOf } from './runs.ts'
import { hasOwnStep, likenessOfSteps, stepSetOf, tellsByKind } from './step-set.ts'

/** Runs that do the same, and what they do that others do not, in one word. */
export interface TaskGroup {
  readonly turns: readonly TurnTrajectory[]
  readonly word: string | undefined
}

/**
 * The two tasks that these runs do, by what each did; undefined where they do one, or more than two, or where a group has
 * fewer than three runs. Each run is in a group but for those that did nothing of their own.
 */
export function twoTasks(turns: readonly TurnTrajectory[]): readonly [TaskGroup, TaskGroup] | undefined {
  if (turns.length < 2 * LEAST_RUNS) return undefined
  const runs = turns.map((turn) => ({ turn, steps: ownSteps(turn) })).filter(({ steps }) => steps.size > 0)
  const groups: (typeof runs)[] = []
  for (const run of runs) {
    const near = groups.filter((group) => group.some((other) => jaccard(run.steps, other.steps) >= LINKED))
    for (const group of near) groups.splice(groups.indexOf(group), 1)
    groups.push([...near.flat(), run])
  }
  const [one, other, ...more] = groups
  if (one === undefined || other === undefined || more.length > 0) return undefined
  if (Math.min(one.length, other.length) < LEAST_RUNS || runs.length < MOST * turns.length) return undefined
  const [a, b] = [one, other].map((group) => turns.filter((turn) => group.some((run) => run.turn === turn)))
  return a !== undefined && b !== undefined && areApart(a, b)
    ? [
        { turns: a, word: wordOf(a, b) },
        { turns: b, word: wordOf(b, a) },
      ]
    : undefined
}

/** As many as make a draft. */
const LEAST_RUNS = 3
/** Share of own steps that links two runs, share of the runs that must be linked, likeness of two tasks: on principle. */
const LINKED = 1 / 2
const MOST = 3 / 4
const APART = 1 / 4

/** Programs and tools that are not what any task brings along. */
function ownSteps(turn: TurnTrajectory): ReadonlySet<string> {
  const actions = runOf(turn).groups.flatMap((group) => group.actions)
  return new Set(actions.flatMap((action) => (tellsByKind(action) === 1 ? [nameOf(action)] : [])))
}

const nameOf = ({ kind, head, exact }: { readonly kind: string; readonly head: string; readonly exact: string }) =>
  kind === 'RUN' || kind === 'CALL' ? head : exact

/** Each makes a draft with steps, and they share next to nothing of what tells. */
function areApart(a: readonly TurnTrajectory[], b: readonly TurnTrajectory[]): boolean {
  const sets = [stepSetOf(a), stepSetOf(b)] as const
  if (likenessOfSteps(...sets).likeness > APART || !sets.every(hasOwnStep)) return false
  return [a, b].every((trajectories) => !composeDraft({ signature: 'x', trajectories }).weak)
}

/** The first program or tool of these runs that the others do not use. */
function wordOf(turns: readonly TurnTrajectory[], others: readonly TurnTrajectory[]): string | undefined {
  const used = new Set(others.flatMap((turn) => [...ownSteps(turn)].flatMap(wordsOf)))
  const words = [...stepSetOf(turns)].filter(([, tells]) => tells >= LINKED).flatMap(([key]) => wordsOf(key))
  return words.find((word) => !used.has(word))
}

const wordsOf = (key: string): readonly string[] =>
  (
    key
      .replace(/^[A-Z]+ /, '')
      .replace(/\{.*$/s, '')
      .toLowerCase()
      .match(/[a-z][a-z0-9]{2,20}/g) ?? []
  ).slice(0, 4)

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((item) => b.has(item)).length
  return both / Math.max(1, a.size + b.size - both)
}
