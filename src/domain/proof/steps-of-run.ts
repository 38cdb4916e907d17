import type { Action } from '../draft/action.ts'
import { actionsOf } from '../draft/actions.ts'
import { isInstance } from '../draft/instance.ts'
import { folded, type NamedStep, plain, valueText, weightOf } from './named-step.ts'
import type { StepOfRun } from './task.ts'

/** What a run did, tools of all engines in one form, loops as one step; planning is left out. */
export function stepsOfRun(run: readonly StepOfRun[]): readonly NamedStep[] {
  let steps = read.get(run)
  if (steps === undefined) {
    steps = folded(actionsOfCalls(run).map((action) => ({ ...stepOf(action), ofCase: ofCase(action) })))
    read.set(run, steps)
  }
  return steps
}

/** A run is compared with many texts. */
const read = new WeakMap<readonly StepOfRun[], readonly NamedStep[]>()

/** The calls of which a text tells, one by one. */
export const stepsOfCalls = (calls: readonly StepOfRun[]): readonly NamedStep[] => actionsOfCalls(calls).map(stepOf)

const actionsOfCalls = (calls: readonly StepOfRun[]): readonly Action[] =>
  actionsOf({
    toolCalls: calls.map(({ tool, input }) => ({ name: tool, input: isEmpty(input) ? undefined : input, ok: true })),
  })

const isEmpty = (input: StepOfRun['input']): boolean => Object.keys(input).length === 0

function stepOf(action: Action): NamedStep {
  const inputs = fieldsOf(action).map(([name, value]) => [plain(name), [valueText(value)]] as const)
  const { head, kind } = action
  return { head, weight: weightOf(kind), inputs: new Map(inputs), words: wordsOf(action), open: [], ofCase: NOTHING }
}

const NOTHING: ReadonlySet<string> = new Set()

function fieldsOf({ kind, input }: Action): readonly (readonly [string, unknown])[] {
  const { argv: _, ...others } = input
  return Object.entries(kind === 'RUN' ? others : input)
}

function wordsOf({ kind, head, input: { argv } }: Action): readonly string[] {
  const inHead = new Set([...head.split(' '), '--'])
  const words = kind === 'RUN' && Array.isArray(argv) ? (argv as readonly string[]) : []
  return words.filter((word) => !inHead.has(word) && !RUNNERS.has(word))
}

/** Names of inputs, and words, whose values a text for many cases cannot know. */
function ofCase(action: Action): ReadonlySet<string> {
  const isOne = (name: string, value: unknown) => isInstance(name, value) || /\s|^[[{]/.test(valueText(value))
  return new Set([
    ...wordsOf(action).filter((word) => isOne('', word)),
    ...fieldsOf(action).flatMap(([name, value]) => (isOne(name, value) ? [plain(name)] : [])),
  ])
}

/** Words before a program that say nothing of what it does. */
const RUNNERS = new Set(['npx', 'bunx', 'pnpx', 'uvx', 'sudo'])
