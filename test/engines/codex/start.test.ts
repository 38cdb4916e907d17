import { expect, it } from 'vitest'
import { read } from '../conformance.ts'

const startOf = (meta: object): unknown => {
  const lines = [
    { type: 'session_meta', payload: { id: 's', cwd: '/p', ...meta } },
    { type: 'event_msg', payload: { type: 'user_message', message: 'run the tests', kind: 'plain' } },
    { type: 'event_msg', payload: { type: 'agent_message', message: 'Done.' } },
  ]
  const [turn] = read(
    'codex',
    lines.map((line) => JSON.stringify(line)),
  ).flatMap((out) => (out.kind === 'turn' ? [out.turn] : []))
  return turn?.start
}

it('says of a turn how Codex was begun: at a terminal, by codex exec, or by a program', () => {
  expect(startOf({ originator: 'codex_cli_rs', source: 'cli' })).toBe('terminal')
  expect(startOf({ originator: 'codex_vscode', source: 'vscode' })).toBe('terminal')
  expect(startOf({ originator: 'codex_exec', source: 'exec' })).toBe('headless')
  expect(startOf({ originator: 'codex_sdk_ts', source: 'exec' })).toBe('sdk')
  expect(startOf({ originator: 'codex_cli_rs', source: 'mcp' })).toBe('sdk')
  expect(startOf({})).toBeUndefined()
})
