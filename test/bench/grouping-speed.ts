// What does one request cost with 10,000 live groups? Likeness beside the exact signature, in one process.
import { Bucketer } from '../../src/domain/bucketer.ts'
import { madeUpTasks } from './tasks.ts'

const GROUPS = 10_000
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 5_000)
const turn = (text: string) => ({ userInput: text, outcome: 'success' as const })
const heap = () => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}
const percentile = (times: number[], p: number) => times.sort((a, b) => a - b)[Math.floor(times.length * p)]!

const figures = (['signature', 'similar'] as const).map((grouping) => {
  const { random, said } = madeUpTasks(GROUPS)
  const before = heap()
  const bucketer = new Bucketer({ grouping })
  for (let task = 0; task < GROUPS; task++) for (let i = 0; i < 3; i++) bucketer.observe(turn(said(task)))
  const held = heap() - before
  const times = Array.from({ length: REQUESTS }, () => {
    const text = turn(said(Math.floor(random() * GROUPS)))
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
