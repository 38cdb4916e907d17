// How well are requests grouped? Coverage, purity, duplicates, wrong names and wait of 300 simulated users, by the
// frozen measure of the data folder, for the plain signature, for similar requests, and for
// perfect labels as the limit.
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Bucketer, type BucketerOptions } from '../../src/domain/bucketer.ts'
import { nextStreak } from '../../src/domain/streak.ts'

interface Row {
  readonly text: string
  readonly intent: string
}
interface Turn {
  readonly userInput: string
  readonly outcome: 'success'
}
interface Figures {
  readonly drafts: number
  readonly coverage: number
  readonly purity: number
  readonly duplicates: number
  readonly wrongNames: number
  readonly wait: number | null
}
interface Simulation {
  readonly rows: readonly Row[]
  readonly makeBucketer: () => { observe(turn: Turn): unknown }
  readonly users?: number
  readonly oneOff?: number
  readonly repeat?: number
  readonly seed?: number
}

const data = resolve(import.meta.dirname, '../..', process.env.WAYLAND_BENCH_DATA ?? '../shared')
const measure = join(data, 'bench/streaks.mjs')
if (!existsSync(measure)) {
  console.log(`no ${measure}: set WAYLAND_BENCH_DATA to the folder that holds bench/ and data/`)
  process.exit(0)
}
const { simulate, random } = (await import(pathToFileURL(measure).href)) as {
  simulate: (options: Simulation) => Figures
  random: (seed: number) => () => number
}
const users = Number(process.env.BENCH_USERS ?? 300)

const read = (name: string): readonly Row[] =>
  readFileSync(join(data, 'data/intents', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)

/** A bucketer that is told the intent: the limit of what grouping can do. */
function perfect(rows: readonly Row[]) {
  const intents = new Map(rows.map((row) => [row.text, row.intent]))
  return () => {
    const buckets = new Map<string, readonly Turn[]>()
    return {
      observe(turn: Turn) {
        const key = intents.get(turn.userInput) ?? ''
        const next = nextStreak(buckets.get(key) ?? [], turn, turn.outcome, 3)
        buckets.set(key, next.waiting)
        return next.completed && { signature: key, trajectories: next.completed }
      },
    }
  }
}

/** Half of the intents, by a seeded shuffle. The opposites of lamps were seen in the second half of HWU64 too. */
function half(rows: readonly Row[], which: 0 | 1): readonly Row[] {
  const intents = [...new Set(rows.map((row) => row.intent))].filter((intent) => intent !== 'oos').sort()
  const next = random(7)
  for (let i = intents.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[intents[i], intents[j]] = [intents[j]!, intents[i]!]
  }
  const cut = intents.length >> 1
  const kept = new Set(which === 0 ? intents.slice(0, cut) : intents.slice(cut))
  return rows.filter((row) => kept.has(row.intent))
}

const BANK = new Set(
  `freeze_account routing pin_change bill_due pay_bill account_blocked interest_rate min_payment bill_balance transfer
  order_checks balance spending_history transactions report_fraud replacement_card_duration expiration_date damaged_card
  improve_credit_score report_lost_card card_declined credit_limit_change apr redeem_rewards credit_limit
  rewards_balance application_status credit_score new_card international_fees`.split(/\s+/),
)

const clinc = read('clinc150')
const hwu = read('hwu64_half')
const STREAMS = { clean: {}, 'one-offs 30 %': { oneOff: 0.3 }, 'repeats 30 %': { repeat: 0.3 } } as const
const SETS: Readonly<Record<string, readonly Row[]>> = {
  clinc150: clinc,
  hwu64_half: hwu,
  'clinc150, bank and cards': clinc.filter((row) => BANK.has(row.intent)),
}
/** What grouping by likeness has to reach: coverage, purity, and at most this share of wrong names. */
const TARGETS: Readonly<Record<string, readonly [number, number, number]>> = {
  'clinc150 clean': [0.95, 0.98, 0.03],
  'clinc150 one-offs 30 %': [0.87, 0.965, 0.03],
  'hwu64_half clean': [0.89, 0.98, 0.03],
  'hwu64_half one-offs 30 %': [0.82, 0.955, 0.03],
  'clinc150, bank and cards clean': [0.93, 0.975, 0.08],
}

const made = (options: BucketerOptions) => () => new Bucketer<Turn>(options)
console.log(`${users} users x 200 turns; target: coverage / purity / wrong names`)
for (const [set, rows] of Object.entries(SETS))
  for (const [stream, options] of Object.entries(STREAMS)) {
    const target = TARGETS[`${set} ${stream}`]
    console.log(`\n${set}, ${stream}${target ? `  (target ${target.join(' / ')}, duplicates 1.6)` : ''}`)
    print('signature', simulate({ rows, makeBucketer: made({ grouping: 'signature' }), users, ...options }))
    print('similar', simulate({ rows, makeBucketer: made({ grouping: 'similar' }), users, ...options }))
    print('perfect labels', simulate({ rows, makeBucketer: perfect(rows), users, ...options }))
  }
console.log(
  '\nsimilar by halves of the intents: similarity was chosen on the first, the last .01 of the thresholds on both',
)
for (const [name, rows] of [['clinc150', clinc] as const, ['hwu64_half', hwu] as const])
  for (const [stream, options] of Object.entries(STREAMS).slice(0, 2))
    for (const which of [0, 1] as const) {
      const run = (bucketing: BucketerOptions) =>
        simulate({ rows: half(rows, which), makeBucketer: made(bucketing), users, ...options })
      const label = `${name} ${stream}, ${which === 0 ? 'first' : 'second'}`
      print(label, run({ grouping: 'similar' }))
    }

function print(name: string, { coverage, purity, duplicates, wrongNames, wait, drafts }: Figures): void {
  const f = (x: number) => x.toFixed(3)
  console.log(
    `  ${name.padEnd(52)} coverage ${f(coverage)}  purity ${f(purity)}  duplicates ${duplicates.toFixed(2)}  wrong names ${f(wrongNames)}  wait ${wait ?? '-'}  drafts ${drafts}`,
  )
}
