// Is every step of every draft, filled with what a run had, what that run did? Over all recorded runs and sessions: threes of
// one task, and of runs and turns that follow each other. Prints what is false, and ends with 1 where anything is.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Procedure, procedureOf } from '../../src/domain/draft/procedure.ts'
import { type TurnTrajectory, toTrajectory } from '../../src/domain/turn.ts'
import { readTranscript } from '../../src/engines/transcripts.ts'
import { falseCalls, falseCommands, lostCommands, standing } from '../domain/draft/filled-in.ts'
import { benchData, grouped, type RecordedRun, recordedRuns } from './bench-data.ts'

const SHIFTS = [1, 2, 3, 5, 7, 11, 13]
/** Folders of sessions of which one file is a session. */
const READ = /^(?:claude-code|codex(?:-.*)?|gemini|pi|qwen)$/
const DEVELOPERS = ['agentv', 'cipherbox', 'ctxeval', 'minsky']
let wrong = 0

interface HistoryRow {
  readonly text: string
  readonly ts: string
  readonly tools: readonly { readonly name: string; readonly input?: object; readonly ok?: boolean }[]
}

const ofHistory = ({ text, ts, tools }: HistoryRow): TurnTrajectory => ({
  userInput: text,
  outcome: 'success',
  summary: '',
  timestamp: new Date(ts),
  toolCalls: tools.map(({ name, input, ok }) => ({ name, input: input ?? {}, ok: ok ?? null })),
})

const didRun = ({ toolCalls = [] }: TurnTrajectory): boolean => toolCalls.length > 0

const rows = recordedRuns(benchData('bench:steps', 'data/trajectories/tau_airline_dev.jsonl'))
report(
  'runs of one task',
  [...grouped(rows, ({ task_id }) => task_id).values()].flatMap((list) => threes(list.map(asTurn))),
)
report('runs that follow each other', threes(rows.map(asTurn)))

const root = benchData('bench:steps', 'data/transcripts')
for (const engine of readdirSync(root).filter((name) => READ.test(name))) {
  const turns: TurnTrajectory[] = []
  for (const file of readdirSync(join(root, engine)).sort())
    turns.push(...(await turnsOf(engine, join(root, engine, file))))
  report(engine, threes(turns.filter(({ toolCalls = [] }) => toolCalls.length > 0)))
}
for (const developer of DEVELOPERS) {
  const rows = readFileSync(benchData('bench:steps', `data/histories/${developer}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  report(`history of ${developer}`, threes(rows.map((row) => ofHistory(JSON.parse(row) as HistoryRow)).filter(didRun)))
}
process.exitCode = wrong > 0 ? 1 : 0

function report(title: string, drafts: readonly (readonly TurnTrajectory[])[]): void {
  const procedures = drafts.map((turns) => procedureOf(turns))
  const count = (kind: string) => procedures.flatMap(({ steps }) => steps).filter((step) => step.kind === kind).length
  const faults = procedures.flatMap((procedure: Procedure) => [
    ...falseCommands(procedure),
    ...falseCalls(procedure),
    ...lostCommands(procedure).map((head) => `neither a step nor a reason for ${head}, which all runs ran`),
  ])
  const all = procedures.map(standing)
  const [shared, stand] = [all.reduce((sum, one) => sum + one.shared, 0), all.reduce((sum, one) => sum + one.stand, 0)]
  wrong += faults.length
  console.log(
    `${title}: ${drafts.length} drafts, ${count('RUN')} commands, ${count('CALL')} calls, ${faults.length} false; of ${shared} commands that all runs ran ${stand} stand`,
  )
  for (const fault of faults.slice(0, 5)) console.log(`  ${fault.slice(0, 300)}`)
}

/** Each turn with the next and with one further on. */
function threes(turns: readonly TurnTrajectory[]): readonly (readonly TurnTrajectory[])[] {
  if (turns.length < 3) return []
  return turns.flatMap((turn, i) =>
    SHIFTS.flatMap((shift) => {
      const others = [turns[(i + 1) % turns.length]!, turns[(i + 1 + shift) % turns.length]!]
      return new Set([turn, ...others]).size === 3 ? [[turn, ...others]] : []
    }),
  )
}

function asTurn({ user_turns, tool_calls }: RecordedRun): TurnTrajectory {
  return {
    userInput: user_turns[0] ?? '',
    outcome: 'success',
    summary: '',
    timestamp: new Date(0),
    toolCalls: tool_calls.map(({ name, args }) => ({ name, input: args ?? {}, ok: true })),
  }
}

async function turnsOf(engine: string, path: string): Promise<readonly TurnTrajectory[]> {
  const turns: TurnTrajectory[] = []
  for await (const event of readTranscript(engine.startsWith('codex-') ? 'codex' : (engine as string), path, {}))
    if (event.kind === 'turn') turns.push(toTrajectory(event.turn, new Date(0)))
  return turns
}
