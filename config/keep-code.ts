import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const TURN = { user_input: 'review the changes on the branch', outcome: 'success' }
/** What a client of MCP begins with. */
const GREETING = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'build', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]
const EVENT = {
  session_id: 's1',
  transcript_path: '/s1.jsonl',
  hook_event_name: 'Stop',
  last_assistant_message: 'Done.',
}

/**
 * Keeps V8's code of those of these files that common commands and the hook load, each as `<file>.code`. Code of an earlier
 * build is gone afterwards, also where this fails: without code a file is compiled when it is loaded, and does the same.
 */
export function keepCode(dist: string, files: readonly string[]): void {
  const codes = files.map((file) => join(dist, `${file}.code`))
  // What is loaded by code shows in this: an empty one is refused.
  for (const code of codes) writeFileSync(code, '')
  // First what few commands load: of what others load too, the code that is kept last knows the most functions.
  warmUp('warm-up.ts', GREETING.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''), [
    'mcp',
  ])
  warmUp('warm-up.ts', `${JSON.stringify(TURN)}\n`.repeat(3))
  warmUp('warm-up-hook.ts', JSON.stringify(EVENT))
  for (const code of codes) if (statSync(code).size === 0) rmSync(code)
}

function warmUp(script: string, input: string, command: readonly string[] = []): void {
  const home = mkdtempSync(join(tmpdir(), 'wayland-build-'))
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    WAYLAND_CONFIG_DIR: home,
    WAYLAND_DATA_DIR: join(home, 'data'),
    WAYLAND_DAEMON_AUTOSTART: 'off',
  }
  const words = ['--import', import.meta.resolve('tsx'), join(import.meta.dirname, script), ...command]
  const { status, stderr } = spawnSync(process.execPath, words, { env, input })
  rmSync(home, { recursive: true, force: true })
  if (status !== 0) console.warn(`the command line was not compiled beforehand: ${stderr}`)
}
