// What does a person's own history give, by default and in the order of time: which tasks become skills, what is offered to which
// request, which standing wishes are kept? Four developers through the built program, judged by the frozen measure of the data
// folder, beside the figures from before and what to reach. A rule is of no wish where less than half of the requests that it rests
// on voice one, by the labels. BENCH_SHOW=1 prints every rule with its requests, every wish missed and every draft in full;
// BENCH_DEVS=minsky,agentv takes some developers only.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { SkillLoop, SkillLoopOptions } from '../../src/index.ts'
import { benchData } from './bench-data.ts'
import { builtProgram } from './built-program.ts'
import { type Kept, keptIn, type Labels, offeredBeside, type Row, type Run, ruleOfNoWish } from './histories/kept.ts'

const BENCH = 'bench:histories'
const isWhole = process.env.BENCH_SHOW === '1'
const data = (path: string) => benchData(BENCH, path)

interface Score {
  readonly [figure: string]: number
}
interface Measure {
  readonly replay: (options: unknown) => Promise<Run>
  readonly score: (tasks: unknown, runs: readonly Run[]) => Score & { readonly missed: readonly string[] }
  readonly wishes: (
    labels: Labels['wishes'],
    dev: string,
    texts: readonly string[],
  ) => { readonly wishes: number; readonly kept: number; readonly missed: readonly string[] }
}

const { replay, score, wishes } = (await import(pathToFileURL(data('bench/histories.mjs')).href)) as Measure
const labels = JSON.parse(readFileSync(data('data/histories/labels.json'), 'utf8')) as Labels
const { main } = builtProgram(BENCH, '/nowhere')
const { openSkillLoop } = (await import(pathToFileURL(join(dirname(main), '..', 'index.js')).href)) as {
  openSkillLoop: (options: SkillLoopOptions) => Promise<SkillLoop>
}

const all = [...new Set(labels.tasks.map(({ dev }) => dev))]
const devs = process.env.BENCH_DEVS?.split(',') ?? all
const runs: Run[] = []
const kept: Kept[] = []
const missed: string[] = []
let [often, oftenKept, once, onceKept] = [0, 0, 0, 0]

for (const dev of devs) {
  const file = join(dirname(data('data/histories/labels.json')), `${dev}.jsonl`)
  if (!existsSync(file)) continue // Labelled, and kept back.
  const rows = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  const rowOf = new Map<string, number>()
  /** The loop, which also notes which turn a row became. */
  const opened = async (options: SkillLoopOptions) => {
    const loop = await openSkillLoop(options)
    const { endOfRun } = loop
    const noting: SkillLoop['endOfRun'] = async (turn) => {
      const receipt = await endOfRun(turn)
      rowOf.set(receipt.turnId, Number(String((turn as { promptId?: string }).promptId).replace('row-', '')))
      return receipt
    }
    return new Proxy(loop, { get: (of, key) => (key === 'endOfRun' ? noting : Reflect.get(of, key)) })
  }
  const run = await replay({ openSkillLoop: opened, cli: main, rows })
  runs.push(run)
  const ask = (...args: readonly string[]): unknown => {
    const env = {
      ...process.env,
      HOME: join(run.home, 'home'),
      WAYLAND_CONFIG_DIR: join(run.home, 'config'),
      WAYLAND_DATA_DIR: join(run.home, 'data'),
    }
    const asked = spawnSync(process.execPath, [main, ...args, '--json'], {
      env,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
    return JSON.parse(asked.stdout)
  }
  const own = keptIn(dev, ask, rowOf)
  kept.push(own)
  const texts = own.rules.map(({ text }) => text.toLowerCase())
  const frequent = wishes(
    labels.wishes.filter((w) => w.voiced_in_sessions >= 2),
    dev,
    texts,
  )
  const rare = wishes(
    labels.wishes.filter((w) => w.voiced_in_sessions < 2),
    dev,
    texts,
  )
  often += frequent.wishes
  oftenKept += frequent.kept
  once += rare.wishes
  onceKept += rare.kept
  missed.push(...[...frequent.missed, ...rare.missed].map((wish) => `${dev}: ${wish}`))
  if (isWhole) tell(own, rows)
  run.dispose()
}

const s = score(labels.tasks, runs)
const one = score(labels.tasks, runs.map(offeredBeside))
const rules = kept.flatMap((own) => own.rules.map((rule) => ({ dev: own.dev, rule })))
const idle = rules.filter(({ dev, rule }) => ruleOfNoWish(labels, dev, rule))
const share = (n: number, of: number) => `${n} of ${of}${of === 0 ? '' : ` = ${(n / of).toFixed(2)}`}`

console.log(`\n${runs.map(({ dev }) => dev).join(', ')}: ${s.requests} requests\n`)
for (const [what, before, now, reach] of [
  ['', 'before', 'now', 'to reach'],
  ['tasks worth a skill found', '6 of 24', share(s.found!, s.tasks!), '≥ 13'],
  ['draft events of one task', '11 of 12', share(s.right!, s.events!), '≥ .9'],
  ['noise among skills', '1 of 10', share(s.noise!, s.skills!), '≤ 1 in 12'],
  ['twins among skills', '2 of 10', share(s.twins!, s.skills!), '≤ 1 in 12'],
  ['hit at later occurrences', '23 of 42', share(s.hit!, s.later!), '≥ .75'],
  ['wrong skill there', '1 of 42', share(s.wrong!, s.later!), '≤ .03'],
  ['false offers over other requests', '146 of 429', share(s.falseOffers!, s.others!), '≤ .03'],
  ['  while there is one skill', '109 of 249', share(one.falseOffers!, one.others!), '≤ .05'],
  ['wishes kept, voiced in two sessions', '0 of 49', share(oftenKept, often), '≥ 25'],
  ['wishes kept, voiced once', '0 of 20', share(onceKept, once), '≥ 6'],
  ['rules that are no wish', '–', share(idle.length, rules.length), '≤ 1 in 8'],
] as const)
  console.log(`${what.padEnd(38)}${before.padEnd(14)}${now.padEnd(20)}${reach}`)
console.log(`\ntasks missed:\n${s.missed.map((task) => `  ${task}`).join('\n')}`)
if (isWhole) console.log(`\nwishes missed:\n${missed.map((wish) => `  ${wish}`).join('\n')}`)

/** Prints every rule with the requests that it rests on, and every draft. */
function tell({ dev, rules: own, skills }: Kept, rows: readonly Row[]): void {
  console.log(`\n# ${dev}`)
  for (const rule of own) {
    console.log(`${ruleOfNoWish(labels, dev, rule) ? 'NO WISH' : 'rule   '} ${rule.text} [${rule.where}]`)
    for (const i of rule.rows) console.log(`          ${i} ${rows[i]?.text.replace(/\s+/g, ' ').slice(0, 160)}`)
  }
  for (const { name, text } of skills) console.log(`\n## ${dev} ${name}\n${text}`)
}
