// Do the lift intervals cover the truth, and are harmful skills proposed for archiving while harmless ones are left alone?
import { LiftTally, liftReport, type SkillLift } from '../../src/domain/lift/lift.ts'
import { contextual, type Logged, type Policy } from './bandit/policies.ts'
import { recordsOf } from './bandit/records.ts'
import { loadSkillbank, type Query } from './bandit/skillbank.ts'
import { benchData } from './bench-data.ts'
import { newcombe } from './score-interval.ts'

interface Task extends Query {}
interface World {
  readonly tasks: number
  draw(): Task
  rate(task: Task, skill: string | null, t: number): number
  isHarmful(skill: string, t: number): boolean
  outcome(p: number): 'success' | 'failure' | 'unknown'
}
interface Simulator {
  world(options: { queries: readonly Query[]; seed: number; driftShare: number; harmfulShare: number }): World
}

const { queries, retrieve } = await loadSkillbank('bench:lift')
const simulator = (await import(benchData('bench:lift', 'bench/bandit.mjs'))) as Simulator
const SEEDS = Number(process.env.WAYLAND_BENCH_SEEDS ?? 20)
const FIRST_SEED = Number(process.env.WAYLAND_BENCH_FIRST_SEED ?? 1)
const HOLDOUT = 0.05

interface Measured extends SkillLift {
  readonly truth: number
  readonly decisions: number
}

console.log(`${SEEDS} runs of 20,000 tasks from seed ${FIRST_SEED}, holdout 5 %, no drift\n`)
const skills: Measured[] = []
for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
  skills.push(...run(seed))
}

console.log('coverage of the truth        decisions ≥ 50   ≥ 200    all with both arms')
const kinds = {
  Newcombe: (s: Measured) => newcombe(s.treated, s.control),
  pooled: (s: Measured) => s.pooled,
  'anytime-valid': (s: Measured) => s.anytime,
}
for (const [name, of] of Object.entries(kinds)) {
  const shares = [50, 200, 0].map((least) => {
    const some = skills.filter((s) => s.decisions >= least && both(s) && of(s) !== undefined)
    const hit = some.filter((s) => of(s)!.low <= s.truth && s.truth <= of(s)!.high).length
    const width = some.reduce((sum, s) => sum + of(s)!.high - of(s)!.low, 0) / some.length
    return `${(hit / some.length).toFixed(3)} (width ${width.toFixed(2)})`
  })
  console.log(`${name.padEnd(24)} ${shares.join('   ')}`)
}

const rare = skills.filter((s) => s.decisions < 20)
const error = (of: (s: Measured) => number) =>
  Math.sqrt(rare.reduce((sum, s) => sum + (of(s) - s.truth) ** 2, 0) / rare.length)
console.log(
  `\nerror on ${rare.length} skills of < 20 decisions: raw ${error((s) => s.difference).toFixed(3)}, pooled ${error((s) => s.pooled.lift).toFixed(3)}`,
)

for (const least of [200, 50, 0]) {
  const some = skills.filter((s) => s.decisions >= least)
  const bad = some.filter(({ truth }) => truth <= -0.15)
  const good = some.filter(({ truth }) => truth >= 0)
  const share = (list: Measured[]) => `${list.filter(({ archive }) => archive).length} of ${list.length}`
  console.log(`≥ ${least} decisions: archiving proposed for ${share(bad)} harmful, ${share(good)} harmless skills`)
}

function both({ treated, control }: SkillLift): boolean {
  return treated.successes + treated.failures > 0 && control.successes + control.failures > 0
}

function run(seed: number): Measured[] {
  const log: Logged[] = []
  const policy: Policy = contextual(retrieve, { seed, holdout: HOLDOUT, halfLife: 30_000, log })
  const world = simulator.world({ queries, seed, driftShare: 0, harmfulShare: 0.2 })
  const truths = new Map<string, number[]>()
  const decisions = new Map<string, number[]>()
  for (let t = 0; t < world.tasks; t++) {
    const task = world.draw()
    const pick = policy.choose(task.query)
    const none = world.rate(task, null, t)
    const first = log.at(-1)?.choice.weighed[0]?.name
    if (first !== undefined) add(decisions, first, 0)
    if (first !== undefined && pick === first) add(truths, first, world.rate(task, first, t) - none)
    policy.learn(world.outcome(world.rate(task, pick, t)))
  }
  const tally = new LiftTally()
  for (const record of recordsOf(log)) tally.add(record)
  const report = liftReport(tally)
  return report.skills
    .filter(({ skill }) => truths.has(skill))
    .map((skill) => {
      const own = truths.get(skill.skill)!
      const mean = own.reduce((a, b) => a + b) / own.length
      return { ...skill, truth: mean, decisions: decisions.get(skill.skill)!.length }
    })
}

function add(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
