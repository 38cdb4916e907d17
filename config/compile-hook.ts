// Keeps what V8 compiles while the hook takes an event in and asks a daemon for a hint, beside the hook's file: by this it
// starts without compiling. A process of its own, whose stdin is the event; its home is a throw-away one.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Script } from 'node:vm'

const PATIENCE_MS = 10_000

const cli = join(import.meta.dirname, '..', 'dist', 'cli')
const file = join(cli, 'hook.js')
const script = new Script(readFileSync(file, 'utf8'), { filename: file })
const module = { exports: {} as { readonly hook: (words: readonly string[]) => Promise<void> } }
const run = script.runInThisContext() as (...scope: readonly unknown[]) => void
run(module.exports, createRequire(file), module, file, dirname(file))

const daemon = spawn(process.execPath, [join(cli, 'main.js'), 'daemon', 'run'], { stdio: 'ignore' })
const fifo = join(process.env.WAYLAND_DATA_DIR ?? '', 'daemon.fifo')
for (let waited = 0; waited < PATIENCE_MS && daemon.exitCode === null && !existsSync(fifo); waited += 20) await wait(20)

// A hook ends its process.
const exit = process.exit
process.exit = (() => {}) as typeof exit
await module.exports.hook(['claude-code', 'Stop'])
const prompt = { session_id: 's1', hook_event_name: 'UserPromptSubmit', prompt: 'review the changes on the branch' }
await module.exports.hook(['claude-code', 'UserPromptSubmit', JSON.stringify(prompt)])
process.exit = exit

writeFileSync(`${file}.code`, script.createCachedData())
daemon.kill('SIGTERM')
