import type { TurnTrajectory } from '../turn.ts'
import { weightByKind } from './action-weight.ts'
import { type Action, actionsOf } from './actions.ts'
import type { Alignable } from './align.ts'

/** Adjacent actions with the same head, merged: three files read in a row are one step. */
export interface Group extends Alignable {
  readonly actions: readonly Action[]
  /** A check that failed here and passed later, after changes: the work was to fix it. */
  readonly failing: boolean
}

/** A command that failed, and the command that succeeded instead. */
export interface Recovery {
  readonly failed: Action
  readonly instead: Action
}

/** A failed action without a recovery. */
export interface Failure {
  readonly failed: Action
  /** No later action of the run with the same head worked. */
  readonly forGood: boolean
  /** What the run did next, where that may stand in the place of the failed action (`wayRound`). */
  readonly around?: Action
}

/** A turn prepared as evidence. */
export interface Run {
  readonly turn: TurnTrajectory
  readonly groups: readonly Group[]
  readonly recoveries: readonly Recovery[]
  /** Successful checks after the last change, in order. */
  readonly checks: readonly Action[]
  readonly dropped: readonly Failure[]
}

/** Prepares a turn: separates failed actions, finds recoveries, merges repeats and loops. Cached per turn object. */
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
  const dropped: Failure[] = []
  const recoveries: Recovery[] = []
  actions.forEach((action, i) => {
    if (action.ok !== false || passedLater(actions, i)) kept.push(action)
    else {
      const instead = recovery(actions, i)
      if (instead === undefined) dropped.push(failure(actions, i))
      else recoveries.push({ failed: action, instead })
    }
  })
  return { turn, groups: folded(kept), recoveries, dropped, checks: lastChecks(kept) }
}

/** Limit of actions read of a run; of a longer one the first and the last half of this number. */
const MAX_ACTIONS = 4000

/** Whether an action does something of its own: a command or a call that is no look, check or housekeeping. */
const isAct = (action: Action): boolean =>
  (action.kind === 'RUN' || action.kind === 'CALL') && weightByKind(action) === 1

/** Whether an action changes the project's files. */
export const changes = (action: Pick<Action, 'kind'>): boolean => action.kind === 'EDIT' || action.kind === 'WRITE'

/** Whether the same check succeeded later, after a file change. */
function passedLater(actions: readonly Action[], i: number): boolean {
  const failed = actions[i]!
  if (!failed.check) return false
  const green = actions.findIndex((action, j) => j > i && action.head === failed.head && action.ok !== false)
  return green > 0 && actions.slice(i, green).some(changes)
}

/** How many actions after a failure are searched for its recovery, and for what was done in its place. */
const REACH = 6

function failure(actions: readonly Action[], i: number): Failure {
  const failed = actions[i]!
  const around = wayRound(failed, actions.slice(i + 1, i + 1 + REACH))
  const forGood = !actions.slice(i + 1).some(({ head, ok }) => head === failed.head && ok !== false)
  return { failed, forGood, ...(around === undefined ? {} : { around }) }
}

/** The next act that worked, after a failed act; neither is a look, a check or housekeeping, whose place nothing takes. */
function wayRound(failed: Action, next: readonly Action[]): Action | undefined {
  if (!isAct(failed)) return undefined
  return next.find((action) => isAct(action) && action.ok !== false && action.head !== failed.head)
}

/**
 * The next later success of a corrected command: the same program or arguments, and at least half of its words. None
 * if the same command worked before that.
 */
function recovery(actions: readonly Action[], i: number): Action | undefined {
  const failed = actions[i]!
  if (failed.kind !== 'RUN' && failed.kind !== 'CALL') return undefined
  const next = actions
    .slice(i + 1, i + 1 + REACH)
    .find(
      (action) =>
        action.kind === failed.kind &&
        action.ok === true &&
        (action.exact === failed.exact || corrects(failed, action)),
    )
  return next?.exact === failed.exact ? undefined : next
}

function corrects(failed: Action, action: Action): boolean {
  if (failed.kind === 'CALL') return failed.head === action.head
  const [a, b] = [argvOf(failed), argvOf(action)]
  const shared = a.filter((word) => b.includes(word)).length
  if (b.some((word) => NO_REPAIR.test(word)) || shared * 2 < Math.max(a.length, b.length)) return false
  return failed.head === action.head || (a.length > 1 && a.slice(1).join(' ') === b.slice(1).join(' '))
}

/** Options that ask, or go on with what failed. */
const NO_REPAIR = /^(?:--help|-h|--continue|--abort|--skip|--quit)$/

const argvOf = (action: Action): readonly string[] => (Array.isArray(action.input.argv) ? action.input.argv : [])

function lastChecks(actions: readonly Action[]): readonly Action[] {
  const last = actions.findLastIndex((action) => changes(action) && !PROSE.test(String(action.input.path)))
  const checks = actions.filter(
    (action, i) => i > last && (action.check || WATCHES.test(action.head)) && action.ok === true,
  )
  return [...new Map(checks.map((action) => [action.exact, action])).values()]
}

/** Files without which a check says the same. */
const PROSE = /\.(?:md|mdx|mdc|txt|rst)$/i
/** Commands that wait for checks on another machine; red at the start they are the work list, so they are no checks. */
const WATCHES = /^RUN gh (?:pr checks|run watch)$/

/** Limit of groups in one round of a loop. */
const MAX_PERIOD = 4

/** Merges adjacent actions with the same head, and the rounds of a loop (read, edit, read, edit) into one round. */
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
  let compared: Required<Pick<Group, 'parts' | 'features'>> | undefined
  // Most runs are only counted, and never aligned.
  const asCompared = () => {
    compared ??= {
      parts: [...new Set(actions.map(({ exact }) => exact))].sort(),
      features: [...new Set(actions.flatMap(features))].sort(),
    }
    return compared
  }
  return {
    head: headOf(actions),
    actions,
    get parts() {
      return asCompared().parts
    },
    get features() {
      return asCompared().features
    },
    failing: actions.some((action) => action.ok === false),
  }
}

/** Features of an action: every word of its command, every other input. */
function features(action: Action): readonly string[] {
  return Object.entries(action.input).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((word) => `${name} ${word}`) : [`${name}=${JSON.stringify(value)}`],
  )
}
