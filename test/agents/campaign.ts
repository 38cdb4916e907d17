import { parseArgs } from 'node:util'
import { AgentHome, removeHomes } from './agent-home.ts'
import { BuiltProgram } from './built-program.ts'
import type { Mode, Verdicts } from './cells.ts'
import { driverOf } from './drivers/drivers.ts'
import { type Installed, installed, latest } from './installation.ts'
import { drive } from './loop.ts'
import { type AgentProgram, PROGRAMS, versionOf } from './programs.ts'
import { record } from './record.ts'
import { recordTools } from './record-tools.ts'
import { keepResult, readResults } from './results.ts'
import { endAll, OutOfTime } from './run-process.ts'
import { foundText, tableText } from './table.ts'

const HELP = `Drives real agent programs through the whole loop against a scripted model on 127.0.0.1.
  --agent a,b      these agents alone: claude-code, codex, gemini, qwen, opencode, pi, copilot
  --version x,y    these versions alone; of one agent, also versions that are not pinned
  --latest         the newest published version of each agent, instead of the pinned ones
  --with-daemon    with a daemon alone
  --without        without a daemon alone
  --write          keep the results, from which "npm run readme" writes the table of src/engines/README.md
  --record         keep what the programs wrote without a daemon, under test/fixtures/agents
  --tools          keep the names of the tools that they offer to a model, under test/fixtures/tools, and do nothing else
  --keep           leave the homes, and say where they are
Programs are kept in WAYLAND_AGENTS_CACHE, else in the cache folder of the person.`

const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    version: { type: 'string' },
    latest: { type: 'boolean', default: false },
    'with-daemon': { type: 'boolean', default: false },
    without: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    tools: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  const built = new BuiltProgram()
  // Not `once`: a second signal, which npm and tsx pass on, would end the process in the middle of this.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      endAll()
      removeHomes()
      built.remove()
      process.exit(1)
    })
  const date = new Date().toISOString().slice(0, 10)
  try {
    for (const program of await chosen()) {
      const ready = await installed(program).catch((error: Error) => {
        // What cannot be had says nothing of the others.
        console.error(`${program.agent} ${program.version} was left out: ${error.message}`)
        process.exitCode = 1
      })
      if (ready === undefined) continue
      if (values.tools) {
        const { tools } = await recordTools(ready, date)
        console.log(`${program.agent} ${program.version}: ${tools.join(', ')}`)
        continue
      }
      for (const mode of modes()) {
        const verdicts = await driveOnce(ready, mode, built).catch((error: unknown) => {
          if (!(error instanceof OutOfTime)) throw error
          console.log(`\n${program.agent} ${program.version}, ${mode}: no verdict: ${error.message}`)
          process.exitCode = 1
        })
        if (verdicts === undefined) continue
        console.log(foundText(program, mode, verdicts))
        if (values.write) keepResult(program, { [mode]: verdicts }, date)
        if (Object.values(verdicts).some(({ state }) => state === 'failed')) process.exitCode = 1
      }
    }
  } finally {
    built.remove()
  }
  if (values.write) console.log(`\n${tableText(readResults())}`)
}

async function driveOnce(ready: Installed, mode: Mode, { main: file }: BuiltProgram): Promise<Verdicts> {
  const home = new AgentHome(ready, driverOf(ready.program.agent), file)
  try {
    await home.open(mode === 'daemon')
    const { verdicts } = await drive(home, mode)
    if (values.record && mode === 'alone') record(home, ready.program)
    return verdicts
  } finally {
    if (values.keep) console.log(`kept: ${home.root}`)
    await home.close(values.keep)
  }
}

function modes(): readonly Mode[] {
  if (values.without === values['with-daemon']) return ['alone', 'daemon']
  return values.without ? ['alone'] : ['daemon']
}

async function chosen(): Promise<readonly AgentProgram[]> {
  const agents = values.agent?.split(',')
  const versions = values.version?.split(',')
  const some = PROGRAMS.filter(({ agent }) => agents?.includes(agent) ?? true)
  if (some.length === 0) throw new Error(`no agent is called "${values.agent}"`)
  if (values.latest) {
    const last = some.filter(({ agent }, i) => some.findLastIndex((other) => other.agent === agent) === i)
    return await Promise.all(last.map(latest))
  }
  if (versions === undefined) return some
  return versions.flatMap((version) => {
    const known = some.filter((one) => one.version === version)
    return known.length === 0 && agents?.length === 1 ? [versionOf(some, version)] : known
  })
}

if (values.help) console.log(HELP)
else await main()
