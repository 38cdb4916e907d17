// How often do three runs that have nothing to do with each other pass the evidence gates? And three of one task?
import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xorshift128plus } from 'pure-rand/generator/xorshift128plus'
import { habitOf, type TurnTraits, traitsOf } from '../../src/domain/draft/base-rates.ts'
import { checkEvidence } from '../../src/domain/draft/evidence-gates.ts'
import { askedFeatures, otherTasks } from '../../src/domain/draft/other-tasks.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { benchData, grouped, type RecordedRun, recordedRuns } from './bench-data.ts'

const SEED = 20_240_602
const TRIPLES = 1000
const runs = recordedRuns(benchData('bench:steps', 'data/trajectories/tau_airline_dev.jsonl'))
const turns = runs.map(asTurn)
const traits = turns.map((turn) => traitsOf(turn))
const random = xorshift128plus(SEED)
const tasks = grouped(
  runs.map((run, index) => ({ task: run.task_id, index })),
  ({ task }) => task,
)

const sameTask = [...tasks.values()].flatMap((members) =>
  members.map((_, left) => members.filter((_, k) => k !== left).map(({ index }) => index)),
)
const anyThree = Array.from({ length: TRIPLES }, () => distinct(() => true))
const threeTasks = Array.from({ length: TRIPLES }, () =>
  distinct((picked) => new Set(picked.map((index) => runs[index]!.task_id)).size === picked.length),
)

console.log(
  'share of triples that pass the evidence gates, ours beside counting common steps (two in two of three runs)',
)
for (const [title, triples] of Object.entries({ sameTask, threeTasks, anyThree })) {
  const ours = share(triples, passes)
  const counting = share(triples, (triple) => commonSteps(triple) >= 2)
  console.log(
    `  ${title.padEnd(11)} ${triples.length} triples: ours ${ours.toFixed(3)}, counting ${counting.toFixed(3)}, ratio ${(ours / counting).toFixed(2)}`,
  )
}

function asTurn(run: RecordedRun): TurnTrajectory {
  return {
    userInput: run.user_turns[0] ?? '',
    outcome: 'success',
    summary: '',
    timestamp: new Date(0),
    toolCalls: run.tool_calls.map(({ name, args, exit_code }) => ({
      name,
      input: args,
      ok: exit_code === undefined ? null : exit_code === 0,
    })),
  }
}

function distinct(fits: (picked: readonly number[]) => boolean): readonly number[] {
  for (;;) {
    const picked = [0, 1, 2].map(() => uniformInt(random, 0, runs.length - 1))
    if (new Set(picked).size === 3 && fits(picked)) return picked
  }
}

function passes(triple: readonly number[]): boolean {
  const evidence = triple.map((index) => turns[index]!)
  const others = otherTasks(
    turns.filter((turn) => !evidence.includes(turn)).map((turn) => ({ turn, asked: askedFeatures(turn) })),
    evidence,
  )
  return checkEvidence(evidence, habitOf(others.map(({ turn }) => traitsOf(turn)))) === undefined
}

function commonSteps(triple: readonly number[]): number {
  const counts = new Map<string, number>()
  const heads = (of: TurnTraits) => [...of.steps].filter((step) => !step.includes('='))
  for (const index of triple) for (const step of heads(traits[index]!)) counts.set(step, (counts.get(step) ?? 0) + 1)
  return [...counts.values()].filter((count) => count >= 2).length
}

function share(triples: readonly (readonly number[])[], test: (triple: readonly number[]) => boolean): number {
  return triples.filter(test).length / triples.length
}
