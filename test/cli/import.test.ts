import { appendFileSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Home } from './command-line.ts'
import { fieldsOf } from './json-fields.ts'

const FIXTURES = join(import.meta.dirname, '..', 'fixtures', 'transcripts')
const CLAUDE = join(FIXTURES, 'claude-code')

interface Imported {
  readonly files: number
  readonly lines: number
  readonly turns_recorded: number
  readonly turns_known: number
  readonly drafts: number
  readonly skipped: Readonly<Record<string, number>>
  readonly errors: readonly { readonly file: string; readonly line?: number; readonly error: string }[]
}

const WRITTEN = ['files', 'lines', 'turns_recorded', 'turns_known', 'drafts', 'skipped', 'errors']

it('reports the written fields first, then all that its help names', async () => {
  const { code, stderr, json } = await new Home().run(['import', 'claude-code', CLAUDE, '--json'])
  const report = json<Imported>()
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(Object.keys(report).slice(0, WRITTEN.length)).toEqual(WRITTEN)
  expect(Object.keys(report)).toEqual(fieldsOf('import'))
  expect(report.files).toBeGreaterThan(10)
  expect(report.turns_recorded).toBeGreaterThan(20)
  expect(report.lines).toBeGreaterThan(report.turns_recorded)
  expect(report.skipped).toMatchObject({ summary: expect.any(Number), progress: expect.any(Number) })
})

it('records nothing new the second time, whichever way the files are named', async () => {
  const home = new Home()
  const first = (await home.run(['import', 'claude-code', CLAUDE, '--json'])).json<Imported>()
  // The positions of more files take room: a page that was free, or one more.
  const status = async () => {
    const {
      database_bytes: _,
      database_free_bytes: __,
      ...rest
    } = (await home.run(['status', '--json'])).json<{
      readonly database_bytes: number
      readonly database_free_bytes: number
    }>()
    return rest
  }
  const turns = await status()
  const again = (await home.run(['import', 'auto', CLAUDE, '--json'])).json<Imported>()
  expect(again).toMatchObject({ files: first.files, turns_recorded: 0, drafts: 0, errors: [] })
  const elsewhere = join(home.work, 'copied')
  cpSync(CLAUDE, elsewhere, { recursive: true })
  const copied = (await home.run(['import', 'claude-code', elsewhere, '--json'])).json<Imported>()
  expect(copied).toMatchObject({ turns_recorded: 0, turns_known: first.turns_recorded, drafts: 0 })
  expect(await status()).toEqual(turns)
})

it('goes on where a growing file was left', async () => {
  const home = new Home()
  const file = join(home.work, 'session.jsonl')
  const entry = (uuid: string, parentUuid: string | null, more: object) =>
    `${JSON.stringify({ uuid, parentUuid, sessionId: 's', cwd: '/repo', timestamp: '2026-01-02T03:04:05Z', ...more })}\n`
  const exchange = (n: number) =>
    entry(`u${n}`, n === 1 ? null : `a${n - 1}`, {
      type: 'user',
      message: { role: 'user', content: `rename module${n} to package${n}` },
    }) +
    entry(`a${n}`, `u${n}`, {
      type: 'assistant',
      message: { role: 'assistant', id: `m${n}`, stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] },
    })
  writeFileSync(file, exchange(1) + exchange(2))
  expect((await home.run(['import', 'claude-code', file, '--json'])).json()).toMatchObject({ turns_recorded: 2 })
  appendFileSync(file, exchange(3))
  expect((await home.run(['import', 'claude-code', file, '--json'])).json()).toMatchObject({ turns_recorded: 1 })
  expect((await home.run(['status', '--json'])).json()).toMatchObject({ turns: 3 })
})

it('reads what it can in a folder full of other things, and names the rest', async () => {
  const home = new Home()
  const folder = join(home.work, 'junk')
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
  cpSync(join(CLAUDE, 'entire-02.jsonl'), join(folder, 'deep', 'er', 'session.jsonl'))
  writeFileSync(join(folder, 'picture.png'), Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))
  writeFileSync(join(folder, 'notes.txt'), 'review the branch')
  writeFileSync(join(folder, 'empty.jsonl'), '')
  writeFileSync(join(folder, 'package.json'), '{"name":"x"}')
  writeFileSync(join(folder, 'binary.jsonl'), Buffer.from(Array.from({ length: 3000 }, (_, i) => i % 256)))
  writeFileSync(join(folder, 'broken.jsonl'), '{"type":"user","message"\nnot json\n')
  symlinkSync(folder, join(folder, 'loop'))
  const alone = (await new Home().run(['import', 'auto', join(CLAUDE, 'entire-02.jsonl'), '--json'])).json<Imported>()
  const { code, stderr, json } = await home.run(['import', 'auto', folder, '--json'])
  const report = json<Imported>()
  expect(report.turns_recorded).toBe(alone.turns_recorded)
  expect(stderr).toBe('')
  expect(code).toBe(report.errors.length > 0 ? 1 : 0)
  for (const { file, error } of report.errors) expect([file, error]).not.toContain('')
})

it('shows a table, what was skipped, and at most ten faults', async () => {
  const home = new Home()
  const file = join(home.work, 'broken.jsonl')
  writeFileSync(file, 'nonsense\n'.repeat(40))
  cpSync(join(CLAUDE, 'entire-02.jsonl'), join(home.work, 'good.jsonl'))
  const { code, stdout, stderr } = await home.run(['import', 'claude-code', file, join(home.work, 'good.jsonl')])
  expect(code).toBe(1)
  expect(stdout).toMatch(/^files read +2\nlines read +\d+\nturns recorded +\d+\nturns known already +0\ndrafts +0\n/)
  expect(stdout).toMatch(/\nLines that tell of no turn: \d+ [a-z ]+, /)
  expect(stderr.split('\n')).toHaveLength(13)
  expect(stderr).toMatch(/^Could not be read\n {2}.*broken\.jsonl:1: not JSON/)
  expect(stderr).toMatch(/… and 30 more; --json names all\n$/)
})

it.each([
  [['import', 'claude-code'], 1, /no sessions are at .*\.claude.projects\nTry: .*CLAUDE_CONFIG_DIR/],
  [['import', 'qwen'], 1, /no sessions are at .*\.qwen.projects or .*\.qwen.tmp\nTry: .*QWEN_RUNTIME_DIR/],
  [['import', 'openai-chat'], 2, /openai-chat has no folder of its own/],
  [['import', 'opencode'], 1, /no sessions are at .*opencode\.db\nTry: .*XDG_DATA_HOME/],
  [['import', 'nowhere'], 1, /nothing is at nowhere/],
  [['import', 'netscape', '.'], 2, /there is no reader for "netscape"; there are claude-code,.* auto/],
  [['import', 'claude-code', 'nowhere.jsonl'], 1, /nothing is at nowhere\.jsonl/],
  [['import', 'claude-code', '.', 'nowhere'], 1, /nothing is at nowhere/],
] as const)('refuses %j with exit code %d', async (args, code, words) => {
  const done = await new Home().run([...args])
  expect({ code: done.code, stdout: done.stdout }).toEqual({ code, stdout: '' })
  expect(done.stderr).toMatch(words)
  expect(done.stderr).toMatch(/^Error: .*\nTry: .*\n$/)
})
