// Are two drafts of one task seen to be one, and drafts of different tasks not? By words and steps, and by words alone.

import { habitOf, traitsOf } from '../../src/domain/draft/base-rates.ts'
import { composeDraft, type Draft } from '../../src/domain/draft/compose.ts'
import { sameCapability } from '../../src/domain/draft/likeness.ts'
import { sameTask, type TaskEvidence } from '../../src/domain/draft/same-task.ts'
import { stepSetOf } from '../../src/domain/draft/step-set.ts'
import type { TurnTrajectory } from '../../src/domain/turn.ts'
import { benchData, grouped, recordedRuns } from './bench-data.ts'

interface Drafted extends TaskEvidence {
  readonly task: string
  readonly draft: Draft
}

const rows = recordedRuns(benchData('bench:same-task', 'data/trajectories/tau_airline_dev.jsonl')).filter(
  ({ tool_calls }) => tool_calls.length > 0,
)
const turns = rows.map((row) => ({ task: row.task_id, turn: turnOf(row) }))
const traits = turns.map(({ task, turn }) => ({ task, traits: traitsOf(turn) }))
const tasks = [...grouped(turns, ({ task }) => task)].map(([task, all]) => ({
  task,
  runs: all.map(({ turn }) => turn),
}))

report('three runs a draft, two of them in both drafts of a task', ([a, b, c, d]) => [
  [a, b, c],
  [b, c, d],
])
report('two runs a draft, none in both', ([a, b, c, d]) => [
  [a, b],
  [c, d],
])

/** The halves are by task: the limits were chosen on the even ones. */
function report(
  title: string,
  draw: (runs: readonly TurnTrajectory[]) => readonly (TurnTrajectory | undefined)[][],
): void {
  const drafts = tasks
    .filter(({ runs }) => runs.length >= 4)
    .flatMap(({ task, runs }) => draw(runs).map((some) => draftedFrom(task, some as TurnTrajectory[])))
  const pairs = drafts.flatMap((one, i) => drafts.slice(i + 1).map((other) => [one, other] as const))
  console.log(`\n${title}: ${drafts.length} drafts of ${drafts.length / 2} tasks`)
  for (const [half, name] of ['even tasks, the choice', 'odd tasks, held out'].entries()) {
    const inHalf = pairs.filter(([one, other]) => [one, other].every(({ task }) => numberOf(task) % 2 === half))
    const count = (same: boolean, joins: (one: Drafted, other: Drafted) => boolean) => {
      const asked = inHalf.filter(([one, other]) => (one.task === other.task) === same)
      return `${asked.filter(([one, other]) => joins(one, other)).length} of ${asked.length}`
    }
    console.log(`  ${name}`)
    for (const [rule, joins] of [
      ['words alone', byWords],
      ['words and steps', byBoth],
    ] as const)
      console.log(
        `    ${rule.padEnd(16)} same task joined ${count(true, joins)}, different tasks ${count(false, joins)}`,
      )
  }
}

function byWords(one: Drafted, other: Drafted): boolean {
  return sameCapability(one.draft, other.draft)
}

function byBoth(one: Drafted, other: Drafted): boolean {
  const rest = traits.filter(({ task }) => task !== one.task && task !== other.task)
  return byWords(one, other) || sameTask(one, other, habitOf(rest.map((turn) => turn.traits))) !== undefined
}

function draftedFrom(task: string, runs: readonly TurnTrajectory[]): Drafted {
  const draft = composeDraft({ signature: task, trajectories: runs })
  return { task, draft, name: draft.name, triggers: draft.triggers, steps: stepSetOf(runs) }
}

function turnOf({ user_turns, tool_calls }: (typeof rows)[number]): TurnTrajectory {
  return {
    userInput: user_turns[0] ?? '',
    outcome: 'success',
    summary: '',
    timestamp: new Date(0),
    toolCalls: tool_calls.map(({ name, args }) => ({ name, input: args, ok: true })),
  }
}

function numberOf(task: string): number {
  return Number(task.split('-').at(-1))
}
