// The same for the hook: it takes the event on stdin in, and asks a daemon for a hint.
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { load, loadAlone, scripts } from '../src/cli/compiled.ts'
import type * as Direct from '../src/daemon/direct.ts'
import type * as Hook from '../src/daemon/hook.ts'

const PATIENCE_MS = 10_000

const cli = join(import.meta.dirname, '..', 'dist', 'cli')
const { hook } = loadAlone(join(cli, 'hook.js')) as typeof Hook

const daemon = spawn(process.execPath, [join(cli, 'main.js'), 'daemon', 'run'], { stdio: 'ignore' })
const address = join(process.env.WAYLAND_DATA_DIR ?? '', 'daemon.json')
for (let waited = 0; waited < PATIENCE_MS && daemon.exitCode === null && !existsSync(address); waited += 20)
  await wait(20)

// A hook ends its process.
const exit = process.exit
process.exit = (() => {}) as typeof exit
const loadLoop = () => load(join(cli, '..', 'program', 'direct.cjs')) as typeof Direct
await hook(['claude-code', 'Stop'], loadLoop)
const prompt = { session_id: 's1', hook_event_name: 'UserPromptSubmit', prompt: 'review the changes on the branch' }
const asked = ['claude-code', 'UserPromptSubmit', JSON.stringify(prompt)]
await hook(asked, loadLoop)
// And without one.
await hook([...asked, '--hook-wait-ms=0'], loadLoop)
process.exit = exit

for (const [file, script] of scripts) writeFileSync(`${file}.code`, script.createCachedData())
daemon.kill('SIGTERM')
