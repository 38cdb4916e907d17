import type { NamedStep } from './named-step.ts'

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
