import { heaviestPairs } from '../heaviest-pairs.ts'
import { stepsInText } from './steps-in-text.ts'
import { type NamedStep, stepsOfRun } from './steps-of-run.ts'
import type { ProofTask } from './task.ts'

/** How well a text foretells a successful run. */
export interface Replayed {
  /** Harmonic mean of `precision` and `recall`, 0 to 1. */
  readonly score: number
  /** Share of what the text names that the run did, in this order. */
  readonly precision: number
  /** Share of what the run did that the text names, in this order. */
  readonly recall: number
  /** Steps of the run that the text does not name. */
  readonly missing: readonly NamedStep[]
  /** Steps that the text names and the run did not do, or did otherwise. */
  readonly added: readonly NamedStep[]
  /** Options that the text names for a command, and the run used with none of that head: `RUN git push --force`. */
  readonly addedOptions: readonly string[]
}

/**
 * Compares the body of a SKILL.md with what a successful run of the task did. `tools` are the names by which a text may
 * mention a tool in prose; those of the run are added. A run without steps, or no text, scores 0.
 */
export function replay(text: string | undefined, task: ProofTask, tools: ReadonlySet<string> = new Set()): Replayed {
  const done = stepsOfRun(task.run ?? [])
  const names = new Set([...tools, ...(task.run ?? []).map(({ tool }) => tool)])
  const { told, forbidden } = stepsInText(text ?? '', names)
  const worth = told.map((step) => done.map((other) => step.weight * agreement(step, other, task.prompt)))
  const pairs = heaviestPairs(told.length, done.length, (i, j) => worth[i]![j]!)
  const sum = pairs.reduce((all, [i, j]) => all + worth[i]![j]!, 0)
  // What is forbidden and was done is as wrong as what is told and was not.
  const wrong = forbidden.filter((one) => done.some((other) => agreement(one, other, task.prompt) > 0.5))
  const [named, needed] = [total([...told, ...wrong]), total(done)]
  const precision = named === 0 ? 0 : sum / named
  const recall = needed === 0 ? 0 : sum / needed
  return {
    ...{ score: sum === 0 ? 0 : (2 * precision * recall) / (precision + recall), precision, recall },
    missing: done.filter((_, j) => !pairs.some(([, at]) => at === j)),
    added: [...told.filter((_, i) => !pairs.some(([at]) => at === i)), ...wrong],
    addedOptions: told.flatMap((step) => optionsBeyond(step, done)),
  }
}

/** One option can turn a command into another one, so that a run without it vouches for nothing. */
function optionsBeyond(step: NamedStep, done: readonly NamedStep[]): readonly string[] {
  const same = done.filter(({ head }) => head === step.head)
  const used = new Set(same.flatMap(optionsOf))
  return same.length === 0 ? [] : optionsOf(step).flatMap((one) => (used.has(one) ? [] : [`${step.head} ${one}`]))
}

/** Names of options, without their values. */
const optionsOf = ({ words }: NamedStep): readonly string[] =>
  words.filter((word) => word.startsWith('-')).map((word) => word.replace(/=.*/s, ''))

const total = (steps: readonly NamedStep[]): number => steps.reduce((sum, { weight }) => sum + weight, 0)

/**
 * How much of a step of a run a named step tells, 0 to 1: half for the tool or the program, half for its inputs. A
 * value that the run contradicts makes it 0. A placeholder tells half of what belongs to one case: an id, an amount, or
 * what `prompt` says; a value that holds of all cases must be told.
 */
export function agreement(named: NamedStep, done: NamedStep, prompt: string): number {
  if (named.head !== done.head) return 0
  const needs = [...keyed(named, done, prompt), ...worded(named, done, prompt)]
  if (needs.includes('contradicted')) return 0
  const told = needs.reduce<number>((sum, need) => sum + (need === 'contradicted' ? 0 : need), 0)
  return 0.5 + 0.5 * (needs.length === 0 ? 1 : told / needs.length)
}

/** What a placeholder tells: at 1, an oracle without its values scored as one with them. */
const OPEN = 0.5

type Told = number | 'contradicted'

/** For each input of the step, how much of it was told. */
function keyed(named: NamedStep, done: NamedStep, prompt: string): readonly Told[] {
  const spare = [...named.inputs].filter(([name]) => !done.inputs.has(name)).flatMap(([, values]) => values)
  const all = new Set([...done.inputs.values()].flat())
  if (spare.some((value) => !all.has(value))) return ['contradicted']
  return [...done.inputs].map(([name, values]) => {
    const said = named.inputs.get(name) ?? spare.filter((value) => values.includes(value))
    if (said.length === 0) return named.open.includes(name) && isOfCase(done, name, values, prompt) ? OPEN : 0
    const right = said.filter((value) => values.includes(value)).length
    return right === 0 ? 'contradicted' : right / new Set([...said, ...values]).size
  })
}

/**
 * For each word of a command, whether it was told; a word too many takes away as much. An argument where the run had
 * another one is contradicted: following the text, the command would do its work on something else.
 */
function worded(named: NamedStep, done: NamedStep, prompt: string): readonly Told[] {
  const wrong = named.words.filter((word) => !done.words.includes(word))
  const untold = done.words.filter((word) => !named.words.includes(word))
  if (wrong.length > 0 && wrong.length === named.words.length) return ['contradicted']
  if (wrong.some(isArgument) && untold.some(isArgument)) return ['contradicted']
  const told = done.words.map((word) => {
    if (named.words.includes(word)) return 1
    return named.open.length > 0 && isOfCase(done, word, [word], prompt) ? OPEN : 0
  })
  return [...told, ...wrong.map(() => 0)]
}

/** No option, whose spelling varies. */
const isArgument = (word: string): boolean => !word.startsWith('-')

/** Values that vary within the run belong to a case, too. */
const isOfCase = ({ ofCase }: NamedStep, name: string, values: readonly string[], prompt: string): boolean =>
  values.length > 1 || ofCase.has(name) || values.every((value) => prompt.includes(value))
