import { termHashes } from '../retrieval/terms.ts'
import { STOPWORDS } from '../signature.ts'
import { tally } from '../tally.ts'
import type { TurnTrajectory } from '../turn.ts'
import type { Action } from './actions.ts'
import { changes, runOf } from './runs.ts'

/** The steps and words of a turn by which it is compared with others. */
export interface TurnTraits {
  /** Distinct concrete steps: commands, named files, calls and their short inputs. */
  readonly steps: ReadonlySet<string>
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
  readonly steps: Counts<string>
  /** Turns with each step among those that changed files. */
  readonly changingSteps: ReadonlyMap<string, number>
  readonly words: Counts<number>
}

type Counts<K> = Pick<ReadonlyMap<K, number>, 'get'>

/** The traits of a turn. Cached per turn object. */
export function traitsOf(turn: TurnTrajectory): TurnTraits {
  const known = read.get(turn)
  if (known !== undefined) return known
  const groups = runOf(turn).groups.flatMap(({ actions, failing }) => actions.map((action) => ({ action, failing })))
  const traits = {
    steps: new Set(groups.flatMap(({ action, failing }) => concrete(action, failing))),
    words: contentWords(turn.userInput),
    changes: groups.some(({ action }) => changes(action)),
  }
  read.set(turn, traits)
  return traits
}

const read = new WeakMap<TurnTrajectory, TurnTraits>()

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

/** A habit to which turns are added one by one. A step or a word is counted when it is asked for: few of them are. */
export function growingHabit() {
  const all: TurnTraits[] = []
  const changing: TurnTraits[] = []
  const habit: BaseRates = {
    get turns() {
      return all.length
    },
    get changing() {
      return changing.length
    },
    steps: counted(all, ({ steps }, step: string) => steps.has(step)),
    words: counted(all, ({ words }, word: number) => words.includes(word)),
    get changingSteps() {
      return tally(changing.flatMap(({ steps }) => [...steps]))
    },
  }
  return {
    habit,
    add(traits: TurnTraits): void {
      all.push(traits)
      if (traits.changes) changing.push(traits)
    },
  }
}

/** How many of the turns have each trait; those that were counted before are not looked at again. */
function counted<K>(turns: readonly TurnTraits[], has: (turn: TurnTraits, trait: K) => boolean): Counts<K> {
  const known = new Map<K, { having: number; of: number }>()
  return {
    get(trait) {
      const count = known.get(trait) ?? { having: 0, of: 0 }
      for (; count.of < turns.length; count.of++) if (has(turns[count.of]!, trait)) count.having++
      known.set(trait, count)
      return count.having
    },
  }
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
