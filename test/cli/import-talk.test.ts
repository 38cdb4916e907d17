import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { claudeCode, pi, review, type Turn, write } from '../path/engines/agents.ts'
import { Home } from './command-line.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'transcripts')
const DRAFT = 'auto-branch-changes-review'

/** Sessions of Claude Code in a home, one turn each. */
function sessions(home: Home, ...turns: readonly Partial<Turn>[]): void {
  for (const [i, turn] of turns.entries()) write(claudeCode, home.root, review(`s${i + 1}`, turn))
}

/** The commands that a text offers under "Next" or elsewhere, as a shell reads them. */
const offered = (stdout: string) => stdout.match(/wayland-core (?!alone).+$/gm) ?? []

it('reads where each agent keeps its sessions where none is named, and says what was drafted', async () => {
  const home = new Home()
  sessions(home, {}, {})
  write(pi, home.root, review('p1'))
  const { code, stdout, stderr } = await home.run(['import'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/^files read +3$/m)
  expect(stdout).toMatch(
    new RegExp(`\\nDrafted\\n {2}wayland-core show ${DRAFT} {2}"review the changes on the bra…"\\n`),
  )
  expect(stdout).toContain(`wayland-core skills promote ${DRAFT}\n`)
  const { looked_in, drafted } = (await home.run(['import', '--json'])).json<{
    looked_in: { engine: string }[]
    drafted: object[]
  }>()
  expect([looked_in.map(({ engine }) => engine), drafted]).toEqual([['claude-code', 'pi'], []])
})

it('reads where variables move an agent’s sessions', async () => {
  const home = new Home()
  write(claudeCode, home.root, review('s1'))
  const moved = join(home.work, 'elsewhere')
  cpSync(join(home.root, '.claude'), moved, { recursive: true })
  const env = { CLAUDE_CONFIG_DIR: moved }
  const { looked_in, turns_recorded } = (await home.run(['import', 'claude-code', '--json'], { env })).json<{
    looked_in: object[]
    turns_recorded: number
  }>()
  expect({ looked_in, turns_recorded }).toEqual({
    looked_in: [{ engine: 'claude-code', path: join(moved, 'projects') }],
    turns_recorded: 1,
  })
})

it('says why nothing was drafted, what is nearest, and what to do next, in some twenty lines', async () => {
  const home = new Home()
  sessions(home, {}, {}, { request: 'yes, go on' }, { request: 'deploy this to the staging server' })
  const { code, stdout, stderr } = await home.run(['import', 'claude-code'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n').length).toBeLessThanOrEqual(26)
  expect(stdout).toContain('Nothing was drafted: that takes 3 successes in a row on one task.\nOf 4 turns\n')
  expect(stdout).toMatch(/^ {2}3 {2}succeeded and count; 2 streaks open, 1 of them a single request$/m)
  expect(stdout).toMatch(/^ {2}1 {2}succeeded and set no task: 1 acknowledgement$/m)
  expect(stdout).toMatch(
    /\nNearest to a draft\n {2}2 of 3 {2}branch changes review {2}"review the changes on the branch" /,
  )
  for (const command of offered(stdout)) {
    const done = await home.run(command.split(' ').slice(1))
    expect({ command, code: done.code, stderr: done.stderr }).toEqual({ command, code: 0, stderr: '' })
  }
})

it('says what is known already the second time, and what waits', async () => {
  const home = new Home()
  sessions(home, {}, {}, {})
  await home.run(['import'])
  const { stdout } = await home.run(['import'])
  expect(stdout).toContain('Nothing is new here, and nothing was drafted')
  expect(stdout).toContain(`\nDrafted before\n  wayland-core show ${DRAFT}`)
})

it('says which folders were looked at where nothing was found', async () => {
  const home = new Home()
  const nothing = await home.run(['import'])
  expect(nothing).toMatchObject({ code: 0, stderr: '' })
  expect(nothing.stdout).toContain('\nNo sessions were found.\n')
  for (const folder of ['.claude/projects', '.codex/sessions', '.gemini/tmp', '.qwen/projects', '.pi/agent/sessions'])
    expect(nothing.stdout).toContain(`  ${join(home.root, folder)}: not there (`)
  mkdirSync(join(home.work, 'empty'))
  const empty = await home.run(['import', 'codex', 'empty'])
  expect(empty.stdout).toMatch(
    / {2}empty: no \.jsonl or \.json file .*\n"wayland-core import" alone looks where each agent/,
  )
  writeFileSync(join(home.work, 'empty', 'package.json'), '{"name":"x"}')
  const other = await home.run(['import', 'empty'])
  expect(other).toMatchObject({ code: 0, stderr: '' })
  expect(other.stdout).toContain('No sessions were found.\n  empty: no file of an agent that can be read\n')
  mkdirSync(join(home.root, '.codex', 'sessions'), { recursive: true })
  expect((await home.run(['import', 'codex', 'nowhere'])).stderr).toContain(
    `"wayland-core import codex" reads ${join(home.root, '.codex', 'sessions')}.`,
  )
})

it.each(['claude-code', 'codex', 'gemini', 'pi'])('stays short with real sessions of %s', async (engine) => {
  const { stdout } = await new Home().run(['import', engine, join(FIXTURES, engine)])
  expect(stdout.split('\n').length).toBeLessThanOrEqual(26)
  expect(stdout).toMatch(/\n(Drafted|Nothing was drafted: .*)\n/)
})

it('does not date old runs by the day on which they were judged', async () => {
  const home = new Home()
  const idle = { user_input: 'translate the settings page into french', outcome: 'success', tool_calls: [] }
  await home.observe(['a', 'b', 'c'].map((id) => ({ ...idle, prompt_id: id, timestamp: '2020-01-02T10:00:00Z' })))
  const { stdout } = await home.run(['status'])
  expect(stdout).toMatch(/^ {2}no draft {2}french settings translate {2}no work: .* judged today$/m)
})

it('names what is nearest in status as well', async () => {
  const home = new Home()
  sessions(home, {}, {})
  await home.run(['import'])
  const young = ['--bucket-expiry-days', '100000']
  const { stdout } = await home.run(['status', ...young])
  expect(stdout).toMatch(/\nOf 2 turns\n {2}2 {2}succeeded and count/)
  expect(stdout).toMatch(/\nNearest to a draft\n {2}2 of 3 {2}branch changes review/)
  const { nearest, streaks } = (await home.run(['status', '--json', ...young])).json<{
    nearest: object[]
    streaks: number
  }>()
  expect(streaks).toBe(1)
  expect(nearest).toEqual([
    {
      signature: 'branch-changes-review',
      streak: 2,
      of: 3,
      turn_id: expect.any(String),
      request: 'review the changes on the branch',
      at: expect.any(String),
      expired: false,
    },
  ])
})

it('says that a last turn may still go on, and from when on it is read', async () => {
  const home = new Home()
  const file = join(home.root, 'session.jsonl')
  const line = (type: string, message: object) =>
    `${JSON.stringify({ type, uuid: type, sessionId: 's', timestamp: new Date().toISOString(), message })}\n`
  const content = [{ type: 'text', text: 'I will look at it.' }]
  writeFileSync(
    file,
    line('user', { role: 'user', content: 'write the release notes' }) +
      line('assistant', { id: 'm', role: 'assistant', content, stop_reason: null }),
  )
  const { code, stdout } = await home.run(['import', 'claude-code', file])
  expect(code).toBe(0)
  expect(stdout.replaceAll('\n', ' ')).toMatch(
    /The last turn of a session is not read yet: it may still go on\. Import again at \d\d:\d\d or later, 10 minutes after/,
  )
  expect(stdout).not.toContain('Lines that tell of no turn')
  const { still_running } = (await home.run(['import', 'claude-code', file, '--json'])).json<{
    still_running: { turns: number; from: string }
  }>()
  expect(still_running.turns).toBe(1)
  expect(Math.abs(new Date(still_running.from).getTime() - Date.now() - 600_000)).toBeLessThan(60_000)
})

it('says of turns without a time that they are undated, and not how many days have passed since 1970', async () => {
  const home = new Home()
  const call = {
    id: 'c1',
    type: 'function',
    function: { name: 'shell', arguments: '{"command":"git log main..HEAD"}' },
  }
  const messages = [
    { role: 'user', content: 'review the changes on the branch' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'one commit' },
    { role: 'assistant', content: 'One commit, and it is fine.' },
  ]
  const files = ['one', 'two'].map((name) => join(home.work, `${name}.json`))
  for (const file of files) writeFileSync(file, JSON.stringify({ id: file, messages }))
  const { stdout } = await home.run(['import', 'openai-chat', ...files])
  expect(stdout).toMatch(/\n {2}2 of 3 {2}.+ {2}undated(?:, expired)?\n/)
})
