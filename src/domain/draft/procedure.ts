import type { TurnTrajectory } from '../turn.ts'
import type { Action } from './actions.ts'
import { alignRuns } from './align.ts'
import { fieldsOf, type Template } from './fields.ts'
import { type Layer, settledLayers } from './layers.ts'
import { type Run, runOf } from './runs.ts'
import { type Slot, Slots } from './slots.ts'
import type { ActionKind } from './tools.ts'

/** One step that enough runs support. */
export interface Step {
  readonly kind: ActionKind
  /** The tool of a CALL. */
  readonly tool?: string
  /** By field: `path`, `pattern`, `command`, `dir`, or a tool's own inputs. */
  readonly fields: Readonly<Record<string, Template>>
  /** Ranks of the runs that show it. */
  readonly runs: readonly number[]
  /** In at least half of those runs it stands for several actions. */
  readonly each: boolean
  /** Ranks of the runs in which the command failed here and was green after changes. */
  readonly failing: readonly number[]
}

/** A step that was left out: what it was, who shows it, and why. */
export interface DroppedStep {
  readonly actions: readonly Action[]
  readonly runs: readonly number[]
  readonly why: 'too few runs' | 'nothing the same'
}

export interface Pitfall {
  readonly failed: Action
  readonly instead: Action
  readonly runs: readonly number[]
}

/** A check that ended the work in enough runs. */
export interface Check {
  readonly step: Step
  /** Ranks of the runs in which a pipe or `||` hid its exit status. */
  readonly masked: readonly number[]
}

/** How the work was done, as far as the runs agree. Runs are named by rank: an order that depends on content only. */
export interface Procedure {
  readonly runs: readonly Run[]
  readonly needed: number
  readonly steps: readonly Step[]
  readonly slots: readonly Slot[]
  readonly dropped: readonly DroppedStep[]
  readonly pitfalls: readonly Pitfall[]
  readonly checks: readonly Check[]
}

/** Draws the procedure that turns have in common. The order of the turns does not matter. */
export function procedureOf(turns: readonly TurnTrajectory[]): Procedure {
  const prepared = turns.map(runOf)
  const { order, columns, needed } = alignRuns(prepared.map(({ groups }) => groups))
  const runs = order.map((index) => prepared[index]!)
  const slots = new Slots()
  const steps: Step[] = []
  const settled = settledLayers(columns, needed)
  const dropped = settled.dropped.map((layer): DroppedStep => droppedStep(layer, 'too few runs'))
  for (const layer of settled.kept) {
    const step = stepOf(layer, slots)
    const looks = step.kind === 'SEARCH' || step.kind === 'LIST'
    // A search of which nothing is the same twice tells nobody what to look for.
    if (looks && !isFixed(step)) dropped.push(droppedStep(layer, 'nothing the same'))
    else append(steps, step)
  }
  return {
    runs,
    needed,
    steps,
    slots: used(slots, steps),
    dropped,
    pitfalls: pitfallsOf(runs),
    checks: checksOf(runs, needed),
  }
}

/** Whether a step says something that holds in every run: a command, a tool, a path, a pattern. */
export const isFixed = ({ kind, fields }: Step): boolean =>
  kind === 'RUN' ||
  kind === 'CALL' ||
  Object.values(fields).some((template) => template.some((part) => typeof part === 'string' && part !== '.'))

const droppedStep = (layer: Layer, why: DroppedStep['why']): DroppedStep => ({
  actions: [...layer.values()].flat(),
  runs: [...layer.keys()],
  why,
})

function stepOf(layer: Layer, slots: Slots): Step {
  const all = [...layer].flatMap(([rank, actions]) => actions.map((action) => ({ rank, action })))
  const { kind, head } = all[0]!.action
  const runs = [...layer.keys()].sort((a, b) => a - b)
  const many = runs.filter((rank) => new Set(layer.get(rank)!.map(({ exact }) => exact)).size > 1).length
  return {
    kind,
    ...(kind === 'CALL' ? { tool: head.slice('CALL '.length) } : {}),
    fields: fieldsOf(all, slots),
    runs,
    each: many * 2 >= runs.length,
    failing: runs.filter((rank) => layer.get(rank)!.some((action) => action.ok === false)),
  }
}

/** Adds a step; the same step twice in a row is one. */
function append(steps: Step[], step: Step): void {
  const last = steps.at(-1)
  if (last !== undefined && last.kind === step.kind && same(last.fields, step.fields)) return
  steps.push(step)
}

const same = (a: Step['fields'], b: Step['fields']): boolean => JSON.stringify(named(a)) === JSON.stringify(named(b))

const named = (fields: Step['fields']) =>
  Object.entries(fields).map(([name, template]) => [
    name,
    template.map((part) => (typeof part === 'string' ? part : `<${part.name}>`)).join(''),
  ])

function used(slots: Slots, steps: readonly Step[]): readonly Slot[] {
  const standing = new Set(steps.flatMap(({ fields }) => Object.values(fields).flat()))
  return slots.all.filter((slot) => standing.has(slot))
}

function pitfallsOf(runs: readonly Run[]): readonly Pitfall[] {
  const pitfalls = new Map<string, Pitfall>()
  runs.forEach(({ recoveries }, rank) => {
    for (const { failed, instead } of recoveries) {
      const key = `${failed.exact} ${instead.exact}`
      const known = pitfalls.get(key)
      if (known?.runs.includes(rank)) continue
      pitfalls.set(key, { failed, instead, runs: [...(known?.runs ?? []), rank] })
    }
  })
  return [...pitfalls]
    .sort(([a, x], [b, y]) => y.runs.length - x.runs.length || (a < b ? -1 : 1))
    .map(([, pitfall]) => pitfall)
}

/** Checks after the last change, the same sort of check in enough runs. */
function checksOf(runs: readonly Run[], needed: number): readonly Check[] {
  const byHead = new Map<string, Map<number, Action[]>>()
  runs.forEach(({ checks }, rank) => {
    for (const action of checks) {
      const layer = byHead.get(action.head) ?? new Map<number, Action[]>()
      layer.set(rank, [...(layer.get(rank) ?? []), action])
      byHead.set(action.head, layer)
    }
  })
  return [...byHead.values()]
    .filter((layer) => layer.size >= needed)
    .map((layer) => ({
      step: stepOf(layer, new Slots()),
      masked: [...layer].filter(([, actions]) => actions.every(({ masked }) => masked)).map(([rank]) => rank),
    }))
}
