import { termHashes } from '../retrieval/terms.ts'
import { STOPWORDS } from '../stopwords.ts'
import type { TurnTrajectory } from '../turn.ts'
import type { Action } from './actions.ts'
import { changes, type Run, runOf } from './runs.ts'

/** What a turn did and said, as far as it can be compared with other turns. */
export interface TurnTraits {
  /** Concrete steps: fixed commands, files that were named, calls and their short inputs. Each once. */
  readonly steps: readonly string[]
  /** Content words of the request, as hashes of their stems. Each once. */
  readonly words: readonly number[]
  /** Whether it changed files. */
  readonly changes: boolean
}

/** What the turns of one project do anyway: how many there are, and how many show a step or a word. */
export interface ProjectHabit {
  readonly turns: number
  /** Turns that changed files. */
  readonly changing: number
  readonly steps: ReadonlyMap<string, number>
  /** The same, among turns that changed files. */
  readonly changingSteps: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<number, number>
}

/** The traits of a turn; `run` spares the work where it is known already. */
export function traitsOf(turn: TurnTrajectory, run: Run = runOf(turn)): TurnTraits {
  const groups = run.groups.flatMap(({ actions, failing }) => actions.map((action) => ({ action, failing })))
  return {
    steps: [...new Set(groups.flatMap(({ action, failing }) => concrete(action, failing)))],
    words: contentWords(turn.userInput),
    changes: groups.some(({ action }) => changes(action)),
  }
}

/** Other turns below which a project's habits are unknown. */
export const MIN_HABIT = 10

export const NO_HABIT: ProjectHabit = {
  turns: 0,
  changing: 0,
  steps: new Map(),
  changingSteps: new Map(),
  words: new Map(),
}

/** The habit with one more turn. */
export const withTurn = (habit: ProjectHabit, traits: TurnTraits): ProjectHabit => counted(habit, [traits], 1)

/** The habit without a turn that was counted before; counts never fall below zero. */
export const withoutTurn = (habit: ProjectHabit, traits: TurnTraits): ProjectHabit => counted(habit, [traits], -1)

/** The habit of many turns at once. */
export const habitOf = (all: Iterable<TurnTraits>): ProjectHabit => counted(NO_HABIT, all, 1)

function counted(habit: ProjectHabit, all: Iterable<TurnTraits>, by: 1 | -1): ProjectHabit {
  let { turns, changing } = habit
  const steps = new Map(habit.steps)
  const changingSteps = new Map(habit.changingSteps)
  const words = new Map(habit.words)
  for (const traits of all) {
    turns = Math.max(0, turns + by)
    for (const word of traits.words) add(words, word, by)
    for (const step of traits.steps) add(steps, step, by)
    if (!traits.changes) continue
    changing = Math.max(0, changing + by)
    for (const step of traits.steps) add(changingSteps, step, by)
  }
  return { turns, changing, steps, changingSteps, words }
}

function add<K>(counts: Map<K, number>, key: K, by: number): void {
  const count = (counts.get(key) ?? 0) + by
  if (count > 0) counts.set(key, count)
  else counts.delete(key)
}

/** Terms of a request that are looked at. */
const MAX_WORDS = 200
/** A longer input of a tool is prose, and prose is no fixed step. */
const MAX_INPUT = 80

const STOP: ReadonlySet<number> = new Set(STOPWORDS.flatMap((word) => termHashes(word, 1)))

/** Hashes of the stems of a text's words that are no stopwords, each once. */
export const contentWords = (text: string): readonly number[] =>
  [...new Set(termHashes(text, MAX_WORDS))].filter((hash) => !STOP.has(hash))

/** What an action fixes: its command, and the very call; a red command that was green later is another step. */
function concrete(action: Action, failing: boolean): readonly string[] {
  const { kind, head, input } = action
  if (kind === 'RUN') return [head, action.exact, ...(failing ? [`${head} (red)`] : [])]
  if (kind === 'CALL') {
    const short = Object.entries(input).flatMap(([name, value]) => {
      const text = JSON.stringify(value) ?? ''
      return text.length <= MAX_INPUT ? [`${head} ${name}=${text}`] : []
    })
    return [head, ...short]
  }
  if (kind === 'SEARCH' || kind === 'LIST') return input.pattern === undefined ? [] : [action.exact]
  return [action.exact]
}
