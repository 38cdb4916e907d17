import { rmSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { seededRandom } from '../../src/domain/bandit.ts'
import { clockBack } from './clock.ts'
import { crowd } from './crowd.ts'
import { DAMAGES, damaged, fromTheFuture } from './databases.ts'
import { full, readOnly } from './disks.ts'
import { scratchFolder } from './home.ts'
import { fullForHooks } from './hooks.ts'
import type { Scenario } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'
import { compileShim, ERRORS } from './shim.ts'
import { type Outcome, type Strike, strikeDead, struck, type Target, targetOf } from './strike.ts'
import { printRow, type Row, rowOf } from './table.ts'

const HELP = `Strikes homes with faults and judges what is left.
  --points n   kills per scenario and kind, at seeded calls (default 24; 0: none; all: at every call)
  --errors n   errors per scenario, at seeded calls (default all)
  --only a,b   these scenarios or parts alone
  --seed n     default 1`

const { values } = parseArgs({
  options: {
    points: { type: 'string', default: '24' },
    errors: { type: 'string', default: 'all' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const folder = scratchFolder()
const library = compileShim(folder)
const rows: Row[] = []
/** Kills in a process of its own each, two at a time; milliseconds of a delayed one go up to this. */
const LONGEST_DELAY_MS = 120
const DELAYED = 6

async function main(): Promise<void> {
  if (library === undefined)
    console.log('No C compiler or no LD_PRELOAD: kills come after a delay only, and no call is made to fail.')
  for (const scenario of SCENARIOS) if (isAsked(scenario.name)) await strikeAll(scenario)
  if (isAsked('damage'))
    for (const damage of DAMAGES)
      await part(`damage: ${damage.name}`, async () => await damaged(damage, rootOf(damage.name)))
  if (isAsked('future')) await part('a database of the future', () => fromTheFuture(rootOf('future')))
  if (isAsked('disks')) await strikeDisks()
  if (isAsked('race'))
    for (let round = 0; round < 6; round++) await part(`race ${round + 1} on one skill`, () => race(round))
  if (isAsked('crowd')) await part('8 processes, 300 operations each', () => eightAtOnce())
  const broken = rows.reduce((sum, row) => sum + row.broken.length, 0)
  const kills = rows.reduce((sum, row) => sum + row.kills, 0)
  const errors = rows.reduce((sum, row) => sum + row.errors, 0)
  console.log(`\n${rows.length} rows, ${kills} kills, ${errors} errors, ${broken} broken; seed ${seed}`)
  console.log(
    'Not reached: writes through a memory map, locks, close, and the loss of power (a kill keeps what was written).',
  )
  if (broken === 0) rmSync(folder, { recursive: true })
  else console.log(`What broke is kept in ${folder}`)
  process.exitCode = broken === 0 ? 0 : 1
}

async function strikeAll(scenario: Scenario): Promise<void> {
  const { target, actor, calls } = await targetOf(scenario, { folder: rootOf(scenario.name), library })
  const outcomes: Outcome[] = []
  const kills = (['kill', 'tear'] as const).flatMap((kind) => chosen(values.points, calls).map((at) => ({ kind, at })))
  const late = values.points === '0' ? [] : delays()
  const waiting = [...kills, ...late].values()
  const killer = async () => {
    for (const strike of waiting) outcomes.push(await strikeDead(target, strike))
  }
  await Promise.all([killer(), killer()])
  for (const strike of errorsAt(chosen(values.errors, calls))) outcomes.push(await struck(target, strike, actor))
  await actor.kill()
  add(rowOf(scenario.name, calls, outcomes, await backInTime(target)))
}

/** Seeded milliseconds, each other than the rest. */
function delays(): readonly Strike[] {
  const random = seededRandom(seed)
  const each = LONGEST_DELAY_MS / DELAYED
  return Array.from({ length: DELAYED }, (_, i) => ({ kind: 'delay', at: Math.floor((i + random()) * each) }))
}

/** One error at each call alone, another from it on. */
const errorsAt = (calls: readonly number[]): Strike[] =>
  calls.flatMap((at) => [
    { kind: 'once' as const, at, error: errorOf(at) },
    { kind: 'from' as const, at, error: errorOf(at + 1) },
  ])

const errorOf = (n: number) => ERRORS[n % ERRORS.length] ?? 'EIO'

/** Seeded numbers of calls, without repetition. */
function chosen(how: string, calls: number): readonly number[] {
  const all = Array.from({ length: calls }, (_, i) => i + 1)
  if (how === 'all' || Number(how) >= calls) return all
  const random = seededRandom(seed)
  const keyed = all.map((at) => ({ at, key: random() })).sort((a, b) => a.key - b.key)
  return keyed.slice(0, Number(how)).map(({ at }) => at)
}

async function backInTime({ scenario, reference, folder: root }: Target): Promise<readonly string[]> {
  if (scenario.timely === true) return []
  return (await clockBack(scenario, reference, `${root}/clock`)).map((what) => `the clock goes back: ${what}`)
}

async function strikeDisks(): Promise<void> {
  for (const where of ['data', 'skills'] as const)
    for (const size of [64, 128, 192, 256, 384, 512, 768])
      await part(`a full disk of ${size} KB under the ${where}`, () =>
        full(rootOf(`full-${where}-${size}`), where, size),
      )
  await part('a full disk under hooks', () => fullForHooks(rootOf('full-hooks')))
  for (const where of ['data', 'config'] as const)
    await part(`a read-only ${where} folder`, () => readOnly(rootOf(`read-only-${where}`), where))
}

const ONE = ['review the changes on the branch']
const SIX = [
  ...ONE,
  'add unit tests for the parser module',
  'update the changelog for the release',
  'fix the failing lint rules in the server',
  'translate the settings page into french',
  'profile the slow database queries',
]

const race = async (round: number) =>
  (await crowd({ root: rootOf(`race-${round}`), members: 2, operations: 60, seed: seed + round, requests: ONE })).broken

const eightAtOnce = async () =>
  (await crowd({ root: rootOf('crowd'), members: 8, operations: 300, seed, requests: SIX })).broken

async function part(name: string, work: () => Promise<readonly string[] | false>): Promise<void> {
  try {
    const broken = await work()
    add({
      name: broken === false ? `${name} (not reached: nothing can be mounted here)` : name,
      kills: 0,
      errors: 0,
      repaired: 0,
      broken: broken || [],
    })
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string }
    add({ name, kills: 0, errors: 0, repaired: 0, broken: [`${code ?? ''} ${message ?? String(error)}`] })
  }
}

function add(row: Row): void {
  rows.push(row)
  printRow(row, rows.length === 1)
}

function isAsked(name: string): boolean {
  return values.only === undefined || values.only.split(',').includes(name)
}

function rootOf(name: string): string {
  return `${folder}/${name.replaceAll(' ', '-')}`
}

if (values.help) console.log(HELP)
else await main()
