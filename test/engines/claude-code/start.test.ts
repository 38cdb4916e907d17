import { expect, it } from 'vitest'
import { read } from '../conformance.ts'

const startOf = (more: object): unknown => {
  const line = {
    type: 'user',
    uuid: 'u',
    sessionId: 's',
    cwd: '/p',
    message: { role: 'user', content: 'run the tests' },
  }
  const [turn] = read('claude-code', [JSON.stringify({ ...line, ...more })]).flatMap((out) =>
    out.kind === 'turn' ? [out.turn] : [],
  )
  return turn?.start
}

it('says of a turn how Claude Code was begun: at a terminal, by "claude -p", or through an SDK', () => {
  for (const entrypoint of ['cli', 'claude-vscode', 'claude-desktop']) expect(startOf({ entrypoint })).toBe('terminal')
  expect(startOf({ entrypoint: 'sdk-cli', promptSource: 'sdk' })).toBe('headless')
  for (const entrypoint of ['sdk-ts', 'sdk-py']) expect(startOf({ entrypoint })).toBe('sdk')
  expect(startOf({})).toBeUndefined()
})
