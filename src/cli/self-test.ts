import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Check } from '../connect/checkup.ts'
import type { Program } from '../connect/engine.ts'
import { hookCommand } from '../connect/hook-command.ts'

const WHAT = 'test event'
/** A machine that takes longer has something wrong with it. */
const PATIENCE_MS = 30_000
const SESSION = '11111111-2222-4333-8444-555555555555'

/**
 * Sends one turn through the whole path in a throw-away home: the hook as an agent's shell starts it, what it puts aside
 * taken in, the turn in the database. Never throws.
 */
export async function checkPath(program: Program, searchPath: readonly string[]): Promise<Check> {
  const home = mkdtempSync(join(tmpdir(), 'wayland-doctor-'))
  const env = {
    PATH: searchPath.join(delimiter),
    HOME: home,
    USERPROFILE: home,
    WAYLAND_CONFIG_DIR: join(home, 'config'),
    WAYLAND_DATA_DIR: join(home, 'data'),
  }
  try {
    const transcript = writeSession(home)
    const payload = {
      session_id: SESSION,
      transcript_path: transcript,
      cwd: home,
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Done.',
    }
    const hook = await ran(hookCommand(program, 'claude-code', 'Stop'), env, JSON.stringify(payload))
    if (hook.code !== 0) return wrong(`the hook ended with ${hook.code}: ${hook.said}`)
    const drained = await ran([program.node, program.main, 'daemon', 'run', '--once'], env)
    if (drained.code !== 0) return wrong(`what the hook put aside was not taken in: ${drained.said}`)
    const status = await ran([program.node, program.main, 'status', '--json'], env)
    const turns = status.code === 0 ? (JSON.parse(status.out) as { turns: number }).turns : 0
    return turns === 1
      ? { what: WHAT, state: 'ok', found: 'went from the hook to the database' }
      : wrong(`the turn did not reach the database: ${status.said}`)
  } catch (error) {
    return wrong((error as Error).message)
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

const wrong = (found: string): Check => ({
  what: WHAT,
  state: 'wrong',
  found,
  fix: 'Install wayland-core again: npm ci && npm run build',
})

/** A session of one turn, as Claude Code writes it. */
function writeSession(home: string): string {
  const folder = join(home, '.claude', 'projects', 'test')
  mkdirSync(folder, { recursive: true })
  const at = new Date(0).toISOString()
  const line = (type: string, uuid: string, message: object) =>
    JSON.stringify({ type, uuid, sessionId: SESSION, cwd: home, timestamp: at, isSidechain: false, message })
  const file = join(folder, `${SESSION}.jsonl`)
  const done = { id: 'msg_1', role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] }
  const asked = { role: 'user', content: 'tidy the test of the doctor' }
  writeFileSync(file, `${line('user', 'u1', asked)}\n${line('assistant', 'u2', done)}\n`)
  return file
}

interface Ran {
  readonly code: number | null
  readonly out: string
  /** What it said, in one line. */
  readonly said: string
}

/** Runs words, or a command line in a shell, to its end. */
function ran(command: string | readonly string[], env: Record<string, string>, input = ''): Promise<Ran> {
  const [file = '', ...words] = typeof command === 'string' ? [command] : command
  const child = spawn(file, words, { env, shell: typeof command === 'string', timeout: PATIENCE_MS })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, out: '', said: error.message }))
    child.on('close', (code) => {
      const text = Buffer.concat(out).toString('utf8')
      const said = Buffer.concat(err).toString('utf8').trim().replace(/\s+/g, ' ') || text.trim()
      resolve({ code, out: text, said })
    })
  })
}
