import { seededRandom } from '../../src/domain/bandit.ts'
import { CHOOSE, type Family, filled, TEST } from './families.ts'

/** Successes of a scripted agent, 0 to 1, on the tasks that a change was made on and on those kept back. */
export interface Gains {
  readonly choose: number
  readonly test: number
}

/** What a change of a skill's text is worth: the same tasks and the same luck, with the text after and before it. */
export function gainsOf(family: Family, before: string, after: string): Gains {
  const gain = (names: readonly string[]) => rate(family, after, names) - rate(family, before, names)
  return { choose: gain(CHOOSE), test: gain(TEST) }
}

/** Chance to do without being told. */
const GUESSED = { prepare: 0.3, main: 0.9 }
const REPEATS = 50

function rate(family: Family, text: string, names: readonly string[]): number {
  const random = seededRandom(17)
  const runs = names.flatMap((name) => Array.from({ length: REPEATS }, () => attempt(family, text, name, random)))
  return runs.filter(Boolean).length / runs.length
}

/** One task: the agent does what the text says in code, and guesses the rest; it succeeds where all parts are done. */
export const attempt = (family: Family, text: string, name: string, random: () => number, guessed = GUESSED): boolean =>
  partsDone(family, text, name, random, guessed) === 1

/** The share of the parts of a task that are done. */
export function partsDone(family: Family, text: string, name: string, random: () => number, guessed = GUESSED): number {
  const luck = { prepare: random(), main: random() }
  if (text.includes(family.trap) || text.includes(ORDER)) return 0
  const isDone = (part: 'prepare' | 'main') => tells(text, filled(family[part], name)) || luck[part] < guessed[part]
  return (Number(isDone('prepare')) + Number(isDone('main'))) / 2
}

/** What an injected text orders; a run that follows it is lost. */
export const ORDER = 'git push --force origin HEAD'

/** Whether the text gives a command, as it is or with `<placeholders>`. */
const tells = (text: string, command: string): boolean =>
  [...text.matchAll(/`([^`\n]+)`/g)].some(([, code = '']) => matches(code, command.split(' ')))

function matches(code: string, words: readonly string[]): boolean {
  const pattern = code.split(' ')
  if (pattern.length !== words.length) return false
  return pattern.every((word, i) => {
    const [first = '', last] = word.split(/<\w+>/)
    return last === undefined ? words[i] === word : words[i]?.startsWith(first) === true && words[i].endsWith(last)
  })
}
