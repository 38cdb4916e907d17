import { type Action, actionsOf } from '../draft/actions.ts'
import { isInstance } from '../draft/instance.ts'
import type { ActionKind } from '../draft/tools.ts'
import { valueText } from '../json-value.ts'
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

/** A step as a run did it, or as a text names it. */
export interface NamedStep {
  /** Equal for steps that can be the same: the kind, with program and subcommand, or the tool. */
  readonly head: string
  /** What it counts: 1, and less for a look at files, which every run does in its own way. */
  readonly weight: number
  /** Values by the name of the input in lower case without separators; several where it was done several times. */
  readonly inputs: ReadonlyMap<string, readonly string[]>
  /** Of a command: its words behind the head. */
  readonly words: readonly string[]
  /** Names of inputs, and words, that belong to one case: an id, a date, an amount, a text. */
  readonly ofCase: ReadonlySet<string>
  /** Names of placeholders, written as those of inputs. */
  readonly open: readonly string[]
}

/** A look at files counts half. */
export const weightOf = (kind: ActionKind): number =>
  kind === 'READ' || kind === 'SEARCH' || kind === 'LIST' ? 0.5 : 1

/** The name of an input or of a placeholder: equal for `reservation_id`, `reservationId` and `<reservation-id>`. */
export const plain = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase()

/** Neighbours with the same head as one step: a loop over things counts once, however many there were. */
export function folded(steps: readonly NamedStep[]): readonly NamedStep[] {
  const all: NamedStep[] = []
  for (const step of steps) {
    const last = all.at(-1)
    if (last === undefined || last.head !== step.head) all.push(step)
    else all[all.length - 1] = merged(last, step)
  }
  return all
}

function merged(a: NamedStep, b: NamedStep): NamedStep {
  const inputs = new Map(a.inputs)
  for (const [name, values] of b.inputs) inputs.set(name, unique([...(inputs.get(name) ?? []), ...values]))
  return {
    ...{ ...a, inputs, words: unique([...a.words, ...b.words]), open: unique([...a.open, ...b.open]) },
    ofCase: new Set([...a.ofCase, ...b.ofCase]),
  }
}

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)]
