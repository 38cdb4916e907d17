import { seededRandom } from '../../src/domain/bandit.ts'

/** Requests for so many tasks in made-up words, each said in one of four ways; the same for each run. */
export function madeUpTasks(count: number): {
  readonly random: () => number
  /** One of the ways to ask for a task. */
  readonly said: (task: number) => string
} {
  const random = seededRandom(11)
  const pick = (words: readonly string[]): string => words[Math.floor(random() * words.length)]!
  const objects = Array.from({ length: 6_000 }, () => pick(SYLLABLES) + pick(SYLLABLES) + pick(SYLLABLES))
  const tasks = Array.from({ length: count }, () => [pick(VERBS), pick(objects), pick(objects)] as const)
  const said = (task: number): string => {
    const [verb, a, b] = tasks[task]!
    return pick([
      `please ${verb} the ${a} ${b}`,
      `can you ${verb} ${a} for ${b}`,
      `${verb} ${a} ${b} again`,
      `${verb} the ${a} in ${b}`,
    ])
  }
  return { random, said }
}

const SYLLABLES = 'ka ro mi ten ver sal ino pla dus fer gra hel jun lor nex opt qua rin sto tum'.split(' ')
const VERBS = 'fix add review write update test deploy rename document migrate'.split(' ')
