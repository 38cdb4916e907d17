import { termHashes } from '../retrieval/terms.ts'
import { STOPWORDS } from '../signature.ts'
import type { TurnTrajectory } from '../turn.ts'
import type { Action } from './actions.ts'
import { changes, type Run, runOf } from './runs.ts'

/** The steps and words of a turn by which it is compared with others. */
export interface TurnTraits {
  /** Distinct concrete steps: commands, named files, calls and their short inputs. */
  readonly steps: readonly string[]
  /** Distinct hashes of the stems of the request's content words. */
  readonly words: readonly number[]
  /** Whether it changed files. */
  readonly changes: boolean
}

/** The base rates of a project: its number of turns, and the number of turns with each step and word. */
export interface BaseRates {
  readonly turns: number
  /** Turns that changed files. */
  readonly changing: number
  readonly steps: ReadonlyMap<string, number>
  /** Turns with each step among those that changed files. */
  readonly changingSteps: ReadonlyMap<string, number>
  readonly words: ReadonlyMap<number, number>
}

/** The traits of a turn; pass `run` if it was computed before. */
export function traitsOf(turn: TurnTrajectory, run: Run = runOf(turn)): TurnTraits {
  const groups = run.groups.flatMap(({ actions, failing }) => actions.map((action) => ({ action, failing })))
  return {
    steps: [...new Set(groups.flatMap(({ action, failing }) => concrete(action, failing)))],
    words: contentWords(turn.userInput),
    changes: groups.some(({ action }) => changes(action)),
  }
}

/** Number of turns below which a project's base rates count as unknown. */
export const MIN_HABIT = 10

export const NO_HABIT: BaseRates = {
  turns: 0,
  changing: 0,
  steps: new Map(),
  changingSteps: new Map(),
  words: new Map(),
}

/** The habit of these turns. */
export function habitOf(all: Iterable<TurnTraits>): BaseRates {
  const { habit, add } = growingHabit()
  for (const traits of all) add(traits)
  return habit
}

/** A habit to which turns are added one by one. */
export function growingHabit() {
  const habit = {
    turns: 0,
    changing: 0,
    steps: new Map<string, number>(),
    changingSteps: new Map<string, number>(),
    words: new Map<number, number>(),
  }
  return {
    habit: habit as BaseRates,
    add(traits: TurnTraits): void {
      habit.turns++
      for (const word of traits.words) count(habit.words, word)
      for (const step of traits.steps) count(habit.steps, step)
      if (!traits.changes) return
      habit.changing++
      for (const step of traits.steps) count(habit.changingSteps, step)
    },
  }
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Limit of terms that are read of a request. */
const MAX_WORDS = 200
/** Characters. A longer input of a tool is prose, which makes no concrete step. */
const MAX_INPUT = 80

const STOP: ReadonlySet<number> = new Set(STOPWORDS.flatMap((word) => termHashes(word, 1)))

/** Distinct hashes of the stems of a text's words without stopwords and numbers, which are those of one case. */
export const contentWords = (text: string): readonly number[] =>
  [...new Set(termHashes(text.replace(/(?<!\w)\d+(?!\w)/g, ' '), MAX_WORDS))].filter((hash) => !STOP.has(hash))

/** The concrete steps of an action: its head and the exact action; a check that failed and passed later is one more. */
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
