import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { scratchFolder } from './home.ts'
import { referenceOf } from './judge.ts'
import { SCENARIOS } from './scenarios.ts'
import { compileShim, ERRORS } from './shim.ts'
import { Actor, countCalls, type Outcome, strikeDead, struck, type Target } from './strike.ts'

const { values } = parseArgs({
  options: { only: { type: 'string' }, kinds: { type: 'string' }, every: { type: 'string' }, seed: { type: 'string' } },
})
const every = Number(values.every ?? 1)
const kinds = (values.kinds ?? 'kill,tear,once,from,delay').split(',')
const folder = scratchFolder()
const library = compileShim(folder)
let broken = 0
for (const scenario of SCENARIOS) {
  if (values.only !== undefined && !values.only.split(',').includes(scenario.name)) continue
  const where = { scenario, folder: join(folder, scenario.name.replaceAll(' ', '-')), library }
  const target = { ...where, reference: await referenceOf(scenario, where.folder) }
  const calls = await countCalls(target)
  const outcomes = await strikeAll(target, calls)
  const bad = outcomes.filter((o) => o.broken.length > 0)
  broken += bad.length
  console.log(
    scenario.name.padEnd(30),
    'calls',
    calls,
    'faults',
    outcomes.length,
    'repaired',
    outcomes.filter((o) => o.repaired).length,
    'broken',
    bad.length,
  )
  for (const o of bad.slice(0, 8)) console.log('   ', JSON.stringify(o.strike), o.broken.join('\n        '))
}
console.log(folder)
process.exitCode = broken === 0 ? 0 : 1
if (broken === 0) rmSync(folder, { recursive: true, force: true })

async function strikeAll(target: Target, calls: number): Promise<Outcome[]> {
  const out: Outcome[] = []
  const jobs: (() => Promise<Outcome>)[] = []
  for (const kind of ['kill', 'tear'] as const)
    if (kinds.includes(kind))
      for (let at = 1; at <= calls; at += every) jobs.push(() => strikeDead(target, { kind, at }))
  if (kinds.includes('delay'))
    for (let d = 0; d < 10; d++) jobs.push(() => strikeDead(target, { kind: 'delay', at: d * 5 }))
  const next = jobs.values()
  const worker = async () => {
    for (const job of next) out.push(await job())
  }
  await Promise.all([worker(), worker()])
  for (const kind of ['once', 'from'] as const) {
    if (!kinds.includes(kind)) continue
    const actor = new Actor(target)
    for (let at = 1; at <= calls; at += every)
      out.push(await struck(target, { kind, at, error: ERRORS[at % 4]! }, actor))
    await actor.kill()
  }
  return out
}
