import { tally } from '../tally.ts'
import type { Action } from './actions.ts'
import type { InForm } from './forms.ts'
import type { Run } from './runs.ts'
import { asLine, isBody } from './shell-word.ts'
import { isFixed, type Step } from './step.ts'
import { isSlot } from './template.ts'

/** A step with the actions from which it was derived. */
export interface DrawnStep extends InForm {
  readonly step: Step
}

/** The heaviest chain of steps that one run did in this order, of the run with the most support. */
export function inSequence(steps: readonly DrawnStep[], runs: readonly Run[]): readonly DrawnStep[] {
  const common = commonHeads(runs)
  const keyed = steps.map((each): KeyedStep => ({ ...each, keys: keysOf(each), weight: weightOf(each.step, common) }))
  const best = runs
    .map((run, rank) => longestChain(keyed, deedsOf(run), rank))
    .reduce((best, chain) => (chain.weight > best.weight ? chain : best), NO_CHAIN)
  const inChain = new Set<number>()
  for (let chain: Chain | undefined = best; chain?.before !== undefined; chain = chain.before) inChain.add(chain.step)
  return steps.filter((_, i) => inChain.has(i))
}

/** An action of a run with the text that identifies it; undefined if the command cannot be given as a whole. */
interface KeyedAction {
  readonly action: Action
  readonly key: string | undefined
}

const deedsOf = ({ groups }: Run): readonly KeyedAction[] => groups.flatMap(({ actions }) => actions).map(deedOf)

function deedOf(action: Action): KeyedAction {
  if (action.kind !== 'RUN') return { action, key: action.exact }
  const { typed, input } = action
  return { action, key: typed && `${input.dir ?? ''}\n${asLine(typed.bare.map(({ text }) => text))}` }
}

interface KeyedStep extends DrawnStep {
  readonly keys: ReadonlySet<string | undefined>
  readonly weight: number
}

/** The heads that all runs have. */
function commonHeads(runs: readonly Run[]): ReadonlySet<string> {
  const [first = new Set<string>(), ...rest] = runs.map(({ groups }) => new Set(groups.map(({ head }) => head)))
  return new Set([...first].filter((head) => rest.every((heads) => heads.has(head))))
}

/** The support of a step; what has no constants counts less, a command that all runs ran more. */
const weightOf = (step: Step, common: ReadonlySet<string>): number =>
  step.runs.length * (isFixed(step) ? 1 : OPEN) * (step.kind === 'RUN' && common.has(step.head) ? COMMON : 1)

/** The identifying texts of a step's actions; none for a step with placeholders. */
function keysOf({ layer, step: { fields } }: Pick<DrawnStep, 'layer' | 'step'>): ReadonlySet<string | undefined> {
  if (Object.values(fields).some((template) => template.some(isSlot))) return new Set()
  return new Set([...layer.values()].flat().flatMap((action) => deedOf(action).key ?? []))
}

/**
 * Counts the runs of each step again: a step without placeholders is supported by every run that did it at any place.
 * If the same step occurs twice, runs are counted for the one with most runs; a run that did it once only for that one.
 */
export function recounted(drawn: readonly DrawnStep[], runs: readonly Run[]): readonly DrawnStep[] {
  const shownBy = drawn.map(({ step }) => new Set(step.runs))
  const alike = new Map<string | undefined, number[]>()
  for (const [i, each] of drawn.entries())
    for (const key of keysOf(each)) alike.set(key, [...(alike.get(key) ?? []), i])
  for (const [rank, run] of runs.map(deedsOf).entries()) {
    for (const [key, count] of tally(run.map(({ key }) => key))) {
      const same = alike.get(key) ?? []
      if (same.length === 0) continue
      const home = same.reduce((best, i) => (drawn[i]!.step.runs.length >= drawn[best]!.step.runs.length ? i : best))
      if (shownBy[home]!.has(rank)) continue
      const others = same.filter((i) => shownBy[i]!.has(rank))
      if (others.length >= count) shownBy[others[0]!]!.delete(rank)
      shownBy[home]!.add(rank)
    }
  }
  return drawn.map(({ layer, step, otherwise }, i) => {
    const runs = [...shownBy[i]!].sort((a, b) => a - b)
    const fields = runs.every((rank) => layer.has(rank)) ? step.fields : bare({ layer, step })
    return {
      layer,
      otherwise,
      step: { ...step, fields, runs, failing: step.failing.filter((rank) => shownBy[i]!.has(rank)) },
    }
  })
}

/** The fields with the bare command, because added runs may not have typed what the others put around it. */
function bare({ layer, step }: Pick<DrawnStep, 'layer' | 'step'>): Step['fields'] {
  const [action] = [...layer.values()].flat()
  if (action?.typed === undefined || step.fields.command === undefined) return step.fields
  return {
    ...step.fields,
    command: action.typed.bare.flatMap(({ text }, i) => (i === 0 || isBody(text) ? [text] : [' ', text])),
  }
}

/** A chain of steps that ends with `step`, as a linked list. */
interface Chain {
  readonly weight: number
  readonly step: number
  readonly before: Chain | undefined
}

/** The chain of steps that a run did in this order with the highest sum of support (dynamic programming). */
function longestChain(steps: readonly KeyedStep[], run: readonly KeyedAction[], rank: number): Chain {
  const places = new Map<Action | string | undefined, number[]>()
  for (const [end, { action, key }] of run.entries())
    for (const one of [action, key]) {
      const there = places.get(one)
      if (there === undefined) places.set(one, [end])
      else there.push(end)
    }
  // ends[k]: the best chain of the steps so far that ends at action k or earlier; their weights do not fall.
  const ends: Chain[] = run.map(() => NO_CHAIN)
  for (const [i, { step, layer, otherwise, keys, weight }] of steps.entries()) {
    if (!step.runs.includes(rank) && !otherwise.has(rank)) continue
    const own = [...(layer.get(rank) ?? []), ...(otherwise.get(rank) ?? []), ...keys]
    const at = [...new Set(own.flatMap((one) => places.get(one) ?? []))].sort((a, b) => a - b)
    const longer = at.map((end): Chain => {
      const before = ends[end - 1] ?? NO_CHAIN
      return { weight: before.weight + weight, step: i, before }
    })
    for (const [nth, chain] of longer.entries())
      for (let end = at[nth]!; end < ends.length && ends[end]!.weight < chain.weight; end++) ends[end] = chain
  }
  return ends.at(-1) ?? NO_CHAIN
}

const NO_CHAIN: Chain = { weight: 0, step: -1, before: undefined }
/** Weight factors: of a step without constants, and of a command that every run ran. */
const OPEN = 0.5
const COMMON = 2
