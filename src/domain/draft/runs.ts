import type { TurnTrajectory } from '../turn.ts'
import { type Action, actionsOf } from './actions.ts'
import type { Alignable } from './align.ts'

/** Neighbouring actions of one sort, folded: three files read in a row are one step. */
export interface Group extends Alignable {
  readonly actions: readonly Action[]
  /** The check failed here and was green later, after changes: its failure is what the work was about. */
  readonly failing: boolean
}

/** A command that failed, and what was done instead. */
export interface Recovery {
  readonly failed: Action
  readonly instead: Action
}

/** A turn as evidence. */
export interface Run {
  readonly turn: TurnTrajectory
  readonly groups: readonly Group[]
  readonly recoveries: readonly Recovery[]
  /** Successful checks after the last change, in order. */
  readonly checks: readonly Action[]
  /** Failed actions that teach nothing. */
  readonly dropped: readonly Action[]
}

/** Prepares a turn: failed calls are put aside, recoveries found, repeats and loops folded. The same turn is read once. */
export function runOf(turn: TurnTrajectory): Run {
  let run = read.get(turn)
  if (run === undefined) {
    run = prepared(turn)
    read.set(turn, run)
  }
  return run
}

const read = new WeakMap<TurnTrajectory, Run>()

function prepared(turn: TurnTrajectory): Run {
  const all = actionsOf(turn)
  const actions = all.length > MAX_ACTIONS ? [...all.slice(0, MAX_ACTIONS / 2), ...all.slice(-MAX_ACTIONS / 2)] : all
  const kept: Action[] = []
  const dropped: Action[] = []
  const recoveries: Recovery[] = []
  actions.forEach((action, i) => {
    if (action.ok !== false || greenLater(actions, i)) kept.push(action)
    else {
      const instead = recovery(actions, i)
      if (instead === undefined) dropped.push(action)
      else recoveries.push({ failed: action, instead })
    }
  })
  return { turn, groups: folded(kept), recoveries, dropped, checks: lastChecks(kept) }
}

/** Of a longer run the beginning and the end are looked at. */
const MAX_ACTIONS = 4000

/** Whether an action changes the project's files. */
export const changes = (action: Pick<Action, 'kind'>): boolean => action.kind === 'EDIT' || action.kind === 'WRITE'

/** The same check succeeded later, with a change of files between: red, work, green. */
function greenLater(actions: readonly Action[], i: number): boolean {
  const failed = actions[i]!
  if (!failed.check) return false
  const green = actions.findIndex((action, j) => j > i && action.head === failed.head && action.ok !== false)
  return green > 0 && actions.slice(i, green).some(changes)
}

/** How many actions after a failure the other way must come. */
const REACH = 6

/** The nearest later success that does the same thing in another way: same program, or the same words after it. */
function recovery(actions: readonly Action[], i: number): Action | undefined {
  const failed = actions[i]!
  if (failed.kind !== 'RUN' && failed.kind !== 'CALL') return undefined
  return actions
    .slice(i + 1, i + 1 + REACH)
    .find((action) => action.kind === failed.kind && action.ok === true && likewise(failed, action))
}

function likewise(failed: Action, action: Action): boolean {
  if (failed.exact === action.exact) return false
  if (failed.head === action.head) return true
  const [a, b] = [argvOf(failed), argvOf(action)]
  return a.length > 1 && a.slice(1).join(' ') === b.slice(1).join(' ')
}

const argvOf = (action: Action): readonly string[] => (Array.isArray(action.input.argv) ? action.input.argv : [])

function lastChecks(actions: readonly Action[]): readonly Action[] {
  const last = actions.findLastIndex(changes)
  const checks = actions.filter((action, i) => i > last && action.check && action.ok === true)
  return [...new Map(checks.map((action) => [action.exact, action])).values()]
}

/** Longest loop that is recognised, in sorts of action. */
const MAX_PERIOD = 4

/** Neighbours of one sort become one group; a loop (read, edit, read, edit) becomes one round of groups. */
function folded(actions: readonly Action[]): readonly Group[] {
  let lists = neighbours(actions.map((action) => [action]))
  for (let period = 2; period <= MAX_PERIOD; period++) {
    const next = neighbours(unlooped(lists, period))
    if (next.length < lists.length) period = 1
    lists = next
  }
  return lists.map(grouped)
}

const headOf = (list: readonly Action[]): string => list[0]!.head

function neighbours(lists: readonly (readonly Action[])[]): (readonly Action[])[] {
  const merged: Action[][] = []
  for (const list of lists) {
    const last = merged.at(-1)
    if (last !== undefined && headOf(last) === headOf(list)) last.push(...list)
    else merged.push([...list])
  }
  return merged
}

function unlooped(lists: readonly (readonly Action[])[], period: number): (readonly Action[])[] {
  const out: (readonly Action[])[] = []
  for (let i = 0; i < lists.length; ) {
    const round = lists.slice(i, i + period).map((list) => [...list])
    let next = i + period
    while (next + period <= lists.length && round.every((list, k) => headOf(list) === headOf(lists[next + k]!))) {
      for (const [k, list] of round.entries()) list.push(...lists[next + k]!)
      next += period
    }
    if (next > i + period) {
      out.push(...round)
      i = next
    } else out.push(lists[i++]!)
  }
  return out
}

function grouped(actions: readonly Action[]): Group {
  const parts = [...new Set(actions.map(({ exact }) => exact))].sort()
  return {
    head: headOf(actions),
    actions,
    parts,
    features: [...new Set(actions.flatMap(features))].sort(),
    failing: actions.some((action) => action.ok === false),
  }
}

/** Every word of a command line, every input of another action. */
function features(action: Action): readonly string[] {
  return Object.entries(action.input).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((word) => `${name} ${word}`) : [`${name}=${JSON.stringify(value)}`],
  )
}
