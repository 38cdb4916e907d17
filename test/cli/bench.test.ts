import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { bodyDigest } from '../../src/domain/measurement.ts'
import { Home } from './command-line.ts'

/** A home with a person's skill in it, and what `show` says its text is. */
async function measured(): Promise<{ readonly home: Home; readonly skill: string; readonly digest: string }> {
  const home = new Home()
  const skill = 'release-notes'
  write(home, skill, 'List the merged changes.')
  const found = await home.within((loop) => loop.review.skills())
  return { home, skill, digest: bodyDigest(found[0]?.body ?? '') }
}

function write(home: Home, skill: string, body: string): void {
  mkdirSync(join(home.skills, skill), { recursive: true })
  const text = `---\nname: ${skill}\ndescription: Write release notes. Use when a release is made.\n---\n\n${body}\n`
  writeFileSync(join(home.skills, skill, 'SKILL.md'), text)
}

function file(home: Home, text: string | Buffer, name = 'scores.jsonl'): string {
  const path = join(home.work, name)
  writeFileSync(path, text)
  return path
}

const lines = (...rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')

async function mean(home: Home): Promise<number | undefined> {
  const { candidates } = await home.within((loop) => loop.route({ text: 'write the release notes' }))
  return candidates[0]?.mean
}

const rows = (home: Home): Record<string, unknown>[] => {
  const db = new Sqlite(home.database, { readonly: true })
  const all = db.prepare("SELECT * FROM evolved_prompts WHERE scorer = 'bench' ORDER BY score").all()
  db.close()
  return all as Record<string, unknown>[]
}

describe('bench import', () => {
  it('keeps measured rows, and the router begins with the best of them', async () => {
    const { home, skill, digest } = await measured()
    const before = await mean(home)
    const parent = '7c0d4f3e-9b1a-4c5d-8e6f-0a1b2c3d4e5f'
    const given = file(
      home,
      lines(
        { skill, score: 0.4, body_digest: digest, id: parent, created_at: 1_767_225_600 },
        { skill, score: 0.9, scorer: 'bench', parent, body_digest: digest, generation: 1, metadata: { tasks: 40 } },
      ),
    )
    const { code, stderr, json } = await home.run(['bench', 'import', given, '--json'])
    expect({ code, stderr, said: json() }).toEqual({
      code: 0,
      stderr: '',
      said: { rows: 2, added: 2, known: 0, other_text: 0, errors: [] },
    })
    expect(rows(home)).toMatchObject([
      { id: parent, skill_name: skill, parent_id: null, score: 0.4, score_measured: 1, created_at: 1_767_225_600 },
      { parent_id: parent, score: 0.9, score_measured: 1, generation: 1 },
    ])
    expect(JSON.parse(String(rows(home)[1]?.metadata))).toEqual({ tasks: 40, body_digest: digest })
    expect(await mean(home)).toBeGreaterThan(before ?? 1)
    expect((await home.run(['show', skill, '--json'])).json()).toMatchObject({ score: 0.9, score_measured: true })
  })

  it('adds nothing when the same file comes again, as lines, as a list, or in other words for the skill', async () => {
    const { home, skill, digest } = await measured()
    const row = { skill, score: 0.9, body_digest: digest }
    const other = { skill, score: 0.2, body_digest: digest }
    const run = async (text: string) =>
      (await home.run(['bench', 'import', file(home, text), '--json'])).json<Record<string, unknown>>()
    expect(await run(lines(row, other, row))).toMatchObject({ added: 2, known: 1, errors: [] })
    const { id } = (await home.run(['show', skill, '--json'])).json<{ id: string }>()
    for (const again of [
      lines(row, other),
      `${JSON.stringify([row, other], null, 2)}`,
      `\uFEFF${JSON.stringify(row, null, 2)}\n`,
      `${JSON.stringify(row)}\r\n\r\n${JSON.stringify(other)}`,
      lines({ ...row, skill: id, parent: null, body_digest: digest.toUpperCase() }),
    ])
      expect(await run(again)).toMatchObject({ added: 0, errors: [] })
    expect(rows(home)).toHaveLength(2)
  })

  it('keeps a row of another text, and gives it no weight until the skill has that text', async () => {
    const { home, skill, digest } = await measured()
    const given = file(home, lines({ skill, score: 0.9, prompt_body: 'List the merged changes by author.' }))
    const before = await mean(home)
    const done = await home.run(['bench', 'import', given])
    expect({ code: done.code, stderr: done.stderr }).toEqual({ code: 0, stderr: '' })
    expect(done.stdout).toContain('1 measured another text than the skill has now')
    expect(rows(home)).toHaveLength(1)
    const unseeded = (await mean(home)) ?? 1
    expect(unseeded).toBe(before)
    expect((await home.run(['show', skill, '--json'])).json()).toMatchObject({ score: null, body_digest: digest })
    write(home, skill, 'List the merged changes by author.')
    expect(await mean(home)).toBeGreaterThan(unseeded)
    write(home, skill, 'Make something up.')
    expect(await mean(home)).toBe(unseeded)
    expect(rows(home)).toHaveLength(1)
  })

  it('names every bad row with its line, takes the good ones, and ends with 1', async () => {
    const { home, skill, digest } = await measured()
    const row = { skill, score: 0.5, body_digest: digest }
    const text = Buffer.concat([
      Buffer.from(`${JSON.stringify(row)}\n{"skill": \n\n`),
      Buffer.from(
        lines({ ...row, score: 2 }, { ...row, skill: 'nobody' }, { ...row, scrore: 1 }, { ...row, score: 0.6 }),
      ),
      Buffer.from([0x22, 0xff, 0x22, 10]),
      Buffer.from('[1]'),
    ])
    const { code, stderr, json } = await home.run(['bench', 'import', file(home, text), '--json'])
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
    expect(json()).toEqual({
      rows: 8,
      added: 2,
      known: 0,
      other_text: 0,
      errors: [
        { line: 2, error: expect.stringMatching(/^not JSON: /) },
        { line: 4, error: 'score must be a number from 0 to 1, not 2' },
        { line: 5, error: 'no skill is called "nobody", by name or id' },
        { line: 6, error: expect.stringContaining('there is no field "scrore"') },
        { line: 8, error: 'not UTF-8' },
        { line: 9, error: 'a row must be a JSON object' },
      ],
    })
    const list = await home.run(['bench', 'import', file(home, JSON.stringify([row, { ...row, body_digest: 'x' }]))])
    expect(list.code).toBe(1)
    expect(list.stderr).toBe('Refused\n  row 2: body_digest must be a SHA-256 as 64 hex digits, not "x"\n')
  })

  it('refuses an id that another row has', async () => {
    const { home, skill, digest } = await measured()
    const row = { skill, body_digest: digest, id: '7c0d4f3e-9b1a-4c5d-8e6f-0a1b2c3d4e5f' }
    const done = await home.run([
      'bench',
      'import',
      file(home, lines({ ...row, score: 0.5 }, { ...row, score: 0.6 })),
      '--json',
    ])
    expect(done.json()).toMatchObject({
      added: 1,
      errors: [{ line: 2, error: expect.stringContaining('there is another row of id 7c0d4f3e') }],
    })
  })

  it('keeps no secret of a text or its metadata', async () => {
    const { home, skill } = await measured()
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
    const row = { skill, score: 0.5, prompt_body: `Use ${secret}.`, metadata: { by: `token ${secret}` } }
    expect((await home.run(['bench', 'import', file(home, lines(row))])).code).toBe(0)
    expect(readFileSync(home.database).includes(secret)).toBe(false)
    expect(JSON.stringify(rows(home))).not.toContain(secret)
  })

  it('takes an empty file for one of no rows, and nothing at all when switched off', async () => {
    const { home, skill, digest } = await measured()
    expect((await home.run(['bench', 'import', file(home, ''), '--json'])).json()).toMatchObject({
      rows: 0,
      errors: [],
    })
    const given = file(home, lines({ skill, score: 0.5, body_digest: digest }))
    const off = await home.run(['bench', 'import', given, '--json'], { env: { WAYLAND_SKILLS: 'off' } })
    expect({ code: off.code, said: off.json() }).toMatchObject({ code: 0, said: { rows: 0, added: 0 } })
    expect(rows(home)).toHaveLength(0)
  })

  it.each([
    [['bench', 'import'], 2, /bench import needs <file>/],
    [['bench', 'import', 'a', 'b'], 2, /bench import does not take "b"/],
    [['bench', 'import', 'nowhere.jsonl'], 1, /nothing is at nowhere.jsonl/],
    [['bench', 'import', '.'], 1, /\. cannot be read/],
    [['bench', 'import', 'broken.json'], 1, /broken.json begins a JSON list and is not JSON/],
  ] as const)('refuses %j with exit code %d', async (args, code, words) => {
    const home = new Home()
    file(home, '[{"skill": "a"}', 'broken.json')
    const done = await home.run([...args])
    expect({ code: done.code, stdout: done.stdout }).toEqual({ code, stdout: '' })
    expect(done.stderr).toMatch(words)
    expect(done.stderr).toMatch(/^Error: .*\nTry: .*\n$/)
  })
})
