// What does one request cost with 10,000 live groups? Likeness beside the exact signature, in one process.

import { seededRandom } from '../../src/domain/bandit.ts'
import { Bucketer } from '../../src/domain/bucketer.ts'

const GROUPS = 10_000
const REQUESTS = 2_000
const next = seededRandom(11)
const pick = (words: readonly string[]): string => words[Math.floor(next() * words.length)]!
const syllables = 'ka ro mi ten ver sal ino pla dus fer gra hel jun lor nex opt qua rin sto tum'.split(' ')
const objects = Array.from({ length: 6_000 }, () => pick(syllables) + pick(syllables) + pick(syllables))
const verbs = 'fix add review write update test deploy rename document migrate'.split(' ')
const tasks = Array.from({ length: GROUPS }, () => [pick(verbs), pick(objects), pick(objects)] as const)
const said = ([verb, a, b]: (typeof tasks)[number]): string =>
  pick([
    `please ${verb} the ${a} ${b}`,
    `can you ${verb} ${a} for ${b}`,
    `${verb} ${a} ${b} again`,
    `${verb} the ${a} in ${b}`,
  ])

const turn = (text: string) => ({ userInput: text, outcome: 'success' as const })
const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
const percentile = (times: number[], p: number) => times.sort((a, b) => a - b)[Math.floor(times.length * p)]!

const figures = (['signature', 'similar'] as const).map((grouping) => {
  const before = heap()
  const bucketer = new Bucketer({ grouping })
  for (const task of tasks) for (let i = 0; i < 3; i++) bucketer.observe(turn(said(task)))
  const held = heap() - before
  const times = Array.from({ length: REQUESTS }, () => {
    const text = turn(said(tasks[Math.floor(next() * GROUPS)]!))
    const start = performance.now()
    bucketer.observe(text)
    return (performance.now() - start) * 1000
  })
  console.log(
    `${grouping.padEnd(10)} p50 ${percentile(times, 0.5).toFixed(1)} µs  p99 ${percentile(times, 0.99).toFixed(1)} µs  held ${held.toFixed(0)} MB`,
  )
  return percentile(times, 0.5)
})
console.log(`ratio ${(figures[1]! / figures[0]!).toFixed(0)}`)
