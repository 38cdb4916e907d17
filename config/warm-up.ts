// Keeps what V8 compiles while common commands and the hook run, beside each file that has an empty `.code`: by this they
// start without compiling. A process of its own, whose stdin is turns to observe; its home is a throw-away one.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { load, scripts } from '../src/cli/compiled.ts'
import type * as Program from '../src/cli/run.ts'
import type * as Hook from '../src/daemon/hook.ts'

const PATIENCE_MS = 10_000

const dist = join(import.meta.dirname, '..', 'dist')
const skill = join(process.env.WAYLAND_CONFIG_DIR ?? '', 'wayland-core', 'skills', 'reviewing')
mkdirSync(skill, { recursive: true })
writeFileSync(
  join(skill, 'SKILL.md'),
  '---\nname: reviewing\ndescription: Reviews the changes of a branch.\n---\n\nLook.\n',
)

const { run } = load(join(dist, 'program', 'run.cjs')) as typeof Program
const commands = [
  ['--version'],
  ['route', 'review the branch', '--json'],
  ['observe'],
  ['route', 'review the branch'],
  ['status', '--json'],
  ['status'],
  ['skills'],
  ['skills', '--json'],
  ['--skills-audit'],
]
for (const words of commands) {
  const code = await run(words)
  if (code !== 0) throw new Error(`"${words.join(' ')}" ended with ${code}`)
}

const { hook } = load(join(dist, 'cli', 'hook.js')) as typeof Hook
const daemon = spawn(process.execPath, [join(dist, 'cli', 'main.js'), 'daemon', 'run'], { stdio: 'ignore' })
const fifo = join(process.env.WAYLAND_DATA_DIR ?? '', 'daemon.fifo')
for (let waited = 0; waited < PATIENCE_MS && daemon.exitCode === null && !existsSync(fifo); waited += 20) await wait(20)
// A hook ends its process.
const exit = process.exit
process.exit = (() => {}) as typeof exit
const stop = {
  session_id: 's1',
  transcript_path: '/s1.jsonl',
  hook_event_name: 'Stop',
  last_assistant_message: 'Done.',
}
await hook(['claude-code', 'Stop', JSON.stringify(stop)])
const prompt = { session_id: 's1', hook_event_name: 'UserPromptSubmit', prompt: 'review the changes on the branch' }
await hook(['claude-code', 'UserPromptSubmit', JSON.stringify(prompt)])
process.exit = exit

for (const [file, script] of scripts) writeFileSync(`${file}.code`, script.createCachedData())
daemon.kill('SIGTERM')
