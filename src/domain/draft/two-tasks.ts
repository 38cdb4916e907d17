import type { TurnTrajectory } from '../turn.ts'
import { weightByKind } from './action-weight.ts'
import { outlineOf } from './outline.ts'
import { runOf } from './runs.ts'
import { hasOwnStep, likenessOfSteps, stepSetOf } from './step-set.ts'

/** The runs of one task, and one word for a step that the other task does not have. */
export interface TaskGroup {
  readonly turns: readonly TurnTrajectory[]
  readonly word: string | undefined
}

/**
 * Splits runs into two tasks by their steps (single-link clusters); undefined if they do one task or more than two, or
 * if a group has fewer than three runs. Runs without a specific step are in no group.
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

/** Least number of runs per group, as for a draft. */
const LEAST_RUNS = 3
/** Least Jaccard index of linked runs, least share of grouped runs, most similarity of two tasks. Not measured. */
const LINKED = 1 / 2
const MOST = 3 / 4
const APART = 1 / 4

/** The specific steps of a turn, without those that any task has: programs, tools, exact changes. */
function ownSteps(turn: TurnTrajectory): ReadonlySet<string> {
  const actions = runOf(turn).groups.flatMap((group) => group.actions)
  return new Set(actions.flatMap((action) => (weightByKind(action) === 1 ? [nameOf(action)] : [])))
}

const nameOf = ({ kind, head, exact }: { readonly kind: string; readonly head: string; readonly exact: string }) =>
  kind === 'RUN' || kind === 'CALL' ? head : exact

/** Whether each gives a draft with steps of its own, and their steps are dissimilar. */
function areApart(a: readonly TurnTrajectory[], b: readonly TurnTrajectory[]): boolean {
  const sets = [stepSetOf(a), stepSetOf(b)] as const
  if (likenessOfSteps(...sets).likeness > APART || !sets.every(hasOwnStep)) return false
  return [a, b].every((trajectories) => !outlineOf({ signature: 'x', trajectories }).weak)
}

/** The first word of a program or tool of these runs that the others do not use. */
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
