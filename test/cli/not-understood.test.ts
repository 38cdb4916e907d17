import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home } from './command-line.ts'

/** A folder of sessions as a later Codex might write them. */
function sessions(home: Home, count: number): string {
  const folder = join(home.work, 'sessions')
  mkdirSync(folder, { recursive: true })
  for (let i = 0; i < count; i++)
    writeFileSync(
      join(folder, `rollout-${i}.jsonl`),
      [
        { type: 'session_meta', payload: { id: `s${i}`, cwd: '/p', cli_version: '0.999.1' } },
        { type: 'event_msg', payload: { type: 'entry_added', entry: { kind: 'HumanInput', said: 'add tests' } } },
        { type: 'event_msg', payload: { type: 'agent_message', message: 'Done.' } },
      ]
        .map((entry) => `${JSON.stringify(entry)}\n`)
        .join(''),
    )
  return folder
}

const WORDS = '3 files, 9 lines, no prompt found: written by Codex 0.999.1, newer than what this version reads'
const NOT_UNDERSTOOD = [{ engine: 'codex', version: '0.999.1', files: 3, lines: 9 }]

it('says of session files that give no prompt who wrote them, and exits with 1, each time', async () => {
  const home = new Home()
  const folder = sessions(home, 3)
  const said = await home.run(['import', 'codex', folder])
  expect([said.code, said.stderr]).toEqual([1, expect.stringContaining(WORDS)])
  const { code, json } = await home.run(['import', 'auto', folder, '--json'])
  expect([code, json()]).toEqual([1, expect.objectContaining({ turns_recorded: 0, not_understood: NOT_UNDERSTOOD })])
})

it('says it in status and doctor too', async () => {
  const home = new Home()
  await home.run(['import', 'codex', sessions(home, 3)])
  expect((await home.run(['status', '--json'])).json()).toMatchObject({ not_understood: NOT_UNDERSTOOD })
  expect((await home.run(['status'])).stderr).toContain(WORDS)
  const { json } = await home.run(['doctor', '--json'])
  expect(json()).toMatchObject({
    healthy: false,
    checks: expect.arrayContaining([expect.objectContaining({ what: 'codex', state: 'wrong', found: WORDS })]),
  })
})

it('says nothing of sessions in which nothing was asked', async () => {
  const home = new Home()
  const file = join(home.work, 'rollout.jsonl')
  writeFileSync(
    file,
    `${JSON.stringify({ type: 'session_meta', payload: { id: 's', cwd: '/p', cli_version: '0.999.1' } })}\n`,
  )
  const { code, json } = await home.run(['import', 'codex', file, '--json'])
  expect([code, Object.keys(json())]).toEqual([0, expect.not.arrayContaining(['not_understood'])])
  expect((await home.run(['status', '--json'])).json()).toMatchObject({ not_understood: [] })
})

it.each([
  ['nothing of a part of a session whose every line it knows', 'assistant.message', 0],
  ['of a prompt that has another name', 'user.asked', 1],
])('says %s', async (_, type, found) => {
  const home = new Home()
  const file = join(home.work, 'events.jsonl')
  const entries = [
    { type: 'session.start', data: { sessionId: 's', copilotVersion: '9.0.1' } },
    { type, data: { content: 'review the branch' } },
    { type: 'assistant.message', data: { messageId: 'm', content: 'Done.' } },
  ]
  writeFileSync(file, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
  expect((await home.run(['import', 'auto', file])).code).toBe(found)
  const { not_understood } = (await home.run(['status', '--json'])).json() as { not_understood: unknown[] }
  expect(not_understood).toHaveLength(found)
})

it('names the agent that wrote a file which was read as a session of another, and says nothing of a later version', async () => {
  const home = new Home()
  const file = join(sessions(home, 1), 'rollout-0.jsonl')
  const said = await home.run(['import', 'claude-code', file])
  expect([said.code, said.stderr]).toEqual([1, expect.stringContaining('in the form of codex, not of claude-code')])
  expect(said.stderr).not.toContain('later version')
  expect((await home.run(['status', '--json'])).json()).toMatchObject({ not_understood: [] })
})
