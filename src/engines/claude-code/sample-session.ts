import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SampleSession } from '../engine.ts'

const SESSION = '11111111-2222-4333-8444-555555555555'

/** Writes a session of one turn into a home, as Claude Code does: what `doctor` sends through the whole path. */
export function writeSampleSession(home: string): SampleSession {
  const folder = join(home, '.claude', 'projects', 'test')
  mkdirSync(folder, { recursive: true })
  const at = new Date(0).toISOString()
  const line = (type: string, uuid: string, message: object) =>
    JSON.stringify({ type, uuid, sessionId: SESSION, cwd: home, timestamp: at, isSidechain: false, message })
  const file = join(folder, `${SESSION}.jsonl`)
  const done = { id: 'msg_1', role: 'assistant', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] }
  const asked = { role: 'user', content: 'tidy the test of the doctor' }
  writeFileSync(file, `${line('user', 'u1', asked)}\n${line('assistant', 'u2', done)}\n`)
  const payload = {
    session_id: SESSION,
    transcript_path: file,
    cwd: home,
    hook_event_name: 'Stop',
    stop_hook_active: false,
    last_assistant_message: 'Done.',
  }
  return { engine: 'claude-code', event: 'Stop', payload }
}
