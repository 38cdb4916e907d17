import { parseArgs } from 'node:util'
import { AgentHome } from './agent-home.ts'
import type { Mode, Verdicts } from './cells.ts'
import { DRIVERS } from './drivers/drivers.ts'
import { installed, latest } from './installation.ts'
import { Loop } from './loop.ts'
import { type AgentProgram, PROGRAMS } from './programs.ts'
import { printFound } from './table.ts'

const HELP = `Drives real agent programs through the whole loop against a scripted model on 127.0.0.1.
  --agent a,b      these agents alone: claude-code, codex, gemini, qwen, opencode, pi
  --version x,y    these versions alone; of one agent, also versions that are not pinned
  --latest         the newest published version of each agent, instead of the pinned ones
  --with-daemon    with a daemon alone
  --without        without a daemon alone
  --keep           leave the homes, and say where they are`

const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    version: { type: 'string' },
    latest: { type: 'boolean', default: false },
    'with-daemon': { type: 'boolean', default: false },
    without: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})

async function main(): Promise<void> {
  let isBroken = false
  for (const program of await chosen()) {
    const ready = await installed(program)
    for (const mode of modes()) {
      const home = new AgentHome(ready, DRIVERS[program.agent])
      const loop = new Loop(home, mode)
      try {
        await home.open(mode === 'daemon')
        await loop.run()
      } finally {
        if (values.keep) console.log(`kept: ${home.root}`)
        await home.close(values.keep)
      }
      printFound(program, mode, loop.verdicts)
      isBroken ||= hasFailed(loop.verdicts)
    }
  }
  process.exitCode = isBroken ? 1 : 0
}

const hasFailed = (verdicts: Verdicts) => Object.values(verdicts).some(({ state }) => state === 'failed')

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
  const model = some.at(-1) as AgentProgram
  return versions.flatMap((version) => {
    const known = some.filter((one) => one.version === version)
    return known.length === 0 && agents?.length === 1 ? [{ ...model, version }] : known
  })
}

if (values.help) console.log(HELP)
else await main()
