// The same for the hook: it takes the event on stdin in, and asks a daemon for a hint.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { loadAlone, scripts } from '../src/cli/compiled.ts'
import type * as Hook from '../src/daemon/hook.ts'

const PATIENCE_MS = 10_000

const cli = join(import.meta.dirname, '..', 'dist', 'cli')
const { hook } = loadAlone(join(cli, 'hook.js')) as typeof Hook

const daemon = spawn(process.execPath, [join(cli, 'main.js'), 'daemon', 'run'], { stdio: 'ignore' })
const fifo = join(process.env.WAYLAND_DATA_DIR ?? '', 'daemon.fifo')
for (let waited = 0; waited < PATIENCE_MS && daemon.exitCode === null && !existsSync(fifo); waited += 20) await wait(20)

// A hook ends its process.
const exit = process.exit
process.exit = (() => {}) as typeof exit
await hook(['claude-code', 'Stop'])
const prompt = { session_id: 's1', hook_event_name: 'UserPromptSubmit', prompt: 'review the changes on the branch' }
await hook(['claude-code', 'UserPromptSubmit', JSON.stringify(prompt)])
process.exit = exit

for (const [file, script] of scripts) writeFileSync(`${file}.code`, script.createCachedData())
daemon.kill('SIGTERM')
