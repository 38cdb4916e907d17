// What do hooks cost a whole run of an agent? A real agent answers one prompt against a scripted model on 127.0.0.1, in turns in a
// home without hooks and in one with them, where the daemon runs, or with --without none does. --agent A (default codex),
// --version V (default the newest pinned), --runs N pairs (default 10). Programs are installed into the cache of
// `npm run test:agents`.
import type { ChildProcess } from 'node:child_process'
import { parseArgs } from 'node:util'
import { AgentHome } from '../agents/agent-home.ts'
import { BuiltProgram } from '../agents/built-program.ts'
import { driverOf } from '../agents/drivers/drivers.ts'
import { installed } from '../agents/installation.ts'
import { PROGRAMS, versionOf } from '../agents/programs.ts'
import { connect } from '../agents/steps/connect.ts'
import { COUNT, UNRELATED } from '../agents/tasks.ts'

const { values } = parseArgs({
  options: {
    agent: { type: 'string', default: 'codex' },
    version: { type: 'string' },
    runs: { type: 'string', default: '10' },
    without: { type: 'boolean', default: false },
  },
})
const some = PROGRAMS.filter(({ agent }) => agent === values.agent)
const newest = some.at(-1)
if (newest === undefined) throw new Error(`no agent is called "${values.agent}"`)
const program = values.version === undefined ? newest : versionOf(some, values.version)
const ready = await installed(program)
const built = new BuiltProgram()
const [bare, hooked] = [0, 1].map(() => new AgentHome(ready, driverOf(program.agent), built.main)) as [
  AgentHome,
  AgentHome,
]

async function timed(home: AgentHome): Promise<number> {
  const start = performance.now()
  let end = start
  // Not when the run is handed back: that is half a second later, for hooks that the agent does not wait for.
  const started = (child: ChildProcess) => child.once('exit', () => (end = performance.now()))
  const { code, stderr } = await home.run({ prompt: UNRELATED, steps: COUNT, started })
  if (code !== 0) throw new Error(`${program.agent} ended with ${code}: ${stderr.slice(-300)}`)
  return end - start
}

try {
  for (const home of [bare, hooked]) await home.open(!values.without)
  await connect(hooked)
  // The first run starts the daemon, and each agent makes its files.
  for (const home of [bare, hooked]) await timed(home)
  const pairs: { readonly without: number; readonly hooks: number }[] = []
  for (let i = 0; i < Number(values.runs); i++) pairs.push({ without: await timed(bare), hooks: await timed(hooked) })
  const [without, hooks] = [median(pairs.map((pair) => pair.without)), median(pairs.map((pair) => pair.hooks))]
  const ratio = median(pairs.map((pair) => pair.hooks / pair.without))
  const daemon = values.without ? 'no daemon' : 'with the daemon'
  console.log(`${program.agent} ${program.version}, ${daemon}, ${pairs.length} pairs, medians`)
  console.log(
    `without hooks ${without.toFixed(0)} ms, with hooks ${hooks.toFixed(0)} ms: × ${(hooks / without).toFixed(3)}`,
  )
  console.log(`by pairs × ${ratio.toFixed(3)} (wanted 1.15)`)
} finally {
  for (const home of [bare, hooked]) await home.close()
  built.remove()
}

function median(list: readonly number[]): number {
  const sorted = [...list].sort((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}
