// Does the search with its gate improve a text, and what does it make of proposers that are of no use? tau-bench's airline runs,
// split by task; replay scores; a skill that says little is optimised by a scripted proposer that reads the feedback, by one
// that edits at random, by one that copies a run, and by one that adds every tool. 5 seeds of the split, 12 questions each.
import { seededRandom } from '../../src/domain/bandit.ts'
import type { Random } from '../../src/domain/beta.ts'
import type { Reflection } from '../../src/domain/learning/prompts/reflect.ts'
import { runText } from '../../src/domain/proof/run-text.ts'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import { createAsker } from '../../src/service/learning/model-questions.ts'
import { createOptimiser } from '../../src/service/proof/optimiser.ts'
import { openReplayScorer } from '../../src/service/proof/scorer.ts'
import type { SkillRecord } from '../../src/store/skill-records.ts'
import { scriptedModel } from '../model/scripted-model.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'
import { benchData, recordedRuns } from './bench-data.ts'

const SEEDS = [1, 2, 3, 4, 5]
const CALLS = 12
const BODY = '# Airline requests\n\n1. Call `get_user_details`\n2. Answer the person.\n'
const tasks = recordedRuns(benchData('bench:optimise', 'data/trajectories/tau_airline_dev.jsonl')).map(
  ({ task_id, tool_calls }, i): ProofTask => ({
    ...{ id: `r${i}`, family: `t${task_id}`, prompt: `request ${task_id}` },
    run: tool_calls.map(({ name, args }) => ({ tool: name, input: args as Record<string, unknown> })),
  }),
)
const names = [...new Set(tasks.flatMap(({ run = [] }) => run.map(({ tool }) => tool)))]

type Proposer = (input: string, random: Random) => Reflection['edits']

const insert = (body: string, text: string, random?: Random): Reflection['edits'] => {
  const lines = body.split('\n').filter((line) => /^(?:\d+\.|-) /.test(line))
  const anchor = random === undefined ? lines.at(-1) : lines[Math.floor(random() * lines.length)]
  return anchor === undefined ? [] : [{ anchor, action: 'insert_after', text, removes: [] }]
}
const bodyIn = (input: string) => /<skill name="[^"]*">\n([\s\S]*?)\n<\/skill>/.exec(input)?.[1] ?? ''

const PROPOSERS: Readonly<Record<string, Proposer>> = {
  'reads the feedback': (input) => {
    const counts = new Map<string, number>()
    for (const [, list = ''] of input.matchAll(/missing: ([^;\n]*)/g))
      for (const name of list.match(/CALL \w+/g) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1)
    const failed = /<failed-edits>[\s\S]*/.exec(input)?.[0] ?? ''
    const [name] = [...counts]
      .sort((a, b) => b[1] - a[1])
      .map(([one]) => one.slice('CALL '.length))
      .filter((one) => !failed.includes(one))
    return name === undefined ? [] : insert(bodyIn(input), `- Call \`${name}\``)
  },
  'edits at random': (input, random) => {
    const words = input.match(/[a-z]{4,}/gi) ?? []
    const text = Array.from({ length: 6 }, () => words[Math.floor(random() * words.length)]).join(' ')
    return insert(bodyIn(input), `- ${text}.`, random)
  },
  'adds a tool at random': (input, random) =>
    insert(bodyIn(input), `- Call \`${names[Math.floor(random() * names.length)]}\``, random),
  'copies a run': (input) => {
    const [, run = ''] = /a successful run:\n## Steps\n([\s\S]*?)\n<\/task>/.exec(input) ?? []
    // As much as an answer may hold.
    return insert(
      bodyIn(input),
      run
        .trim()
        .slice(0, 2_000)
        .replace(/\n[^\n]*$/, ''),
    )
  },
  'adds every tool': (input) => insert(bodyIn(input), names.map((name) => `- Call \`${name}\``).join('\n')),
}

console.log('proposer | results | sealed score before → after | gain, shrunk | sealed families')
for (const [name, propose] of Object.entries(PROPOSERS)) {
  const found = []
  for (const seed of SEEDS) found.push(await optimised(propose, seed))
  const again = await optimised(propose, SEEDS[0]!)
  if (JSON.stringify(again) !== JSON.stringify(found[0])) throw new Error(`${name}: the same seed gives another result`)
  const judged = found.flatMap((one) => one.judged ?? [])
  const mean = (value: (one: (typeof judged)[number]) => number) =>
    judged.length === 0 ? '–' : (judged.reduce((sum, one) => sum + value(one), 0) / judged.length).toFixed(3)
  console.log(
    `${name} | ${found.map(({ result }) => result).join(', ')} | ${mean(({ before }) => before)} → ${mean(({ after }) => after)} | ${mean(({ gain }) => gain)} | ${judged[0]?.families ?? '–'}`,
  )
}

/** A whole run; its split, its draws and the proposer's luck follow from the seed. */
async function optimised(propose: Proposer, seed: number) {
  await using store = memoryStore()
  const random = seededRandom(seed)
  const skill = {
    id: 's',
    name: `airline-${seed}`,
    body: BODY,
    headVersion: '0.1.0',
    status: 'active',
    description: '',
  } as SkillRecord
  const clock = { now: () => new Date(0), newId: () => `${seed}` }
  const model = scriptedModel(({ input, purpose }) =>
    purpose === 'reflect'
      ? { diagnosis: 'scripted', edits: propose(input.replaceAll('&lt;', '<'), random) }
      : { body: `Do what was done:\n\n${runText(tasks[0]?.run ?? [])}` },
  )
  const optimiser = createOptimiser({
    ...{ store, clock, nearest: async () => undefined, commitBefore: async () => undefined },
    catalogue: { all: async () => [skill] },
    measurer: { addScore: async () => ({ id: '', skill: skill.name, status: 'added', current: true }) },
    scorer: async () => openReplayScorer(tasks),
    newRun: async (signal) =>
      createAsker({
        ...{ provider: model, store, clock, signal, redact: async (text) => text, run: 'bench' },
        limits: { dailyTokens: Number.MAX_SAFE_INTEGER, maxCallsPerRun: 1_000 },
      }),
    stageEdits: async () => ({ status: 'staged', skill: skill.name, versionId: 'v' }),
  })
  const signal = new AbortController().signal
  return await optimiser.optimise({ skill: skill.name, tasks, repeats: 1, calls: CALLS }, { signal })
}
