import { agreement } from './agreement.ts'
import type { NamedStep } from './named-step.ts'
import { stepsInText } from './steps-in-text.ts'
import { stepsOfRun } from './steps-of-run.ts'
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
  const pairs = aligned(told, done, (a, b) => a.weight * agreement(a, b, task.prompt))
  const sum = pairs.reduce((all, { worth }) => all + worth, 0)
  // What is forbidden and was done is as wrong as what is told and was not.
  const wrong = forbidden.filter((one) => done.some((other) => agreement(one, other, task.prompt) > 0.5))
  const [named, needed] = [total([...told, ...wrong]), total(done)]
  const precision = named === 0 ? 0 : sum / named
  const recall = needed === 0 ? 0 : sum / needed
  return {
    ...{ score: sum === 0 ? 0 : (2 * precision * recall) / (precision + recall), precision, recall },
    missing: done.filter((_, j) => !pairs.some((pair) => pair.j === j)),
    added: [...told.filter((_, i) => !pairs.some((pair) => pair.i === i)), ...wrong],
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

interface Pair {
  readonly i: number
  readonly j: number
  readonly worth: number
}

/** Pairs in the order of both lists whose worth is the greatest. */
function aligned(
  a: readonly NamedStep[],
  b: readonly NamedStep[],
  worthOf: (a: NamedStep, b: NamedStep) => number,
): readonly Pair[] {
  const worth = a.map((one) => b.map((other) => worthOf(one, other)))
  const best = Array.from({ length: a.length + 1 }, () => new Float64Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      best[i]![j] = Math.max(best[i + 1]![j]!, best[i]![j + 1]!, best[i + 1]![j + 1]! + worth[i]![j]!)
  const pairs: Pair[] = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const here = worth[i]![j]!
    if (here > 0 && best[i]![j] === best[i + 1]![j + 1]! + here) pairs.push({ i: i++, j: j++, worth: here })
    else if (best[i]![j] === best[i + 1]![j]!) i++
    else j++
  }
  return pairs
}
