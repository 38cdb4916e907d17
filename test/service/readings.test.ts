import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scratch } from '../scratch.ts'
import { Home, opened, REVIEW, REVIEW_SKILL, turn } from './home.ts'

const SESSIONS = new URL('../fixtures/transcripts/claude-code/', import.meta.url).pathname

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const line = (value: object) => `${JSON.stringify({ sessionId: 's1', cwd: '/proj', isSidechain: false, ...value })}\n`
const asks = (n: number, content = REVIEW) =>
  line({ type: 'user', uuid: uuid(n), timestamp: new Date(AT + n * 1_000).toISOString(), message: { content } })
const says = (id: string, stop_reason: string | null = null) =>
  line({ type: 'assistant', message: { id, content: [{ type: 'text', text: `Words of ${id}.` }], stop_reason } })
const calls = (id: string) =>
  line({
    type: 'assistant',
    message: { id: `c${id}`, content: [{ type: 'tool_use', id, name: 'Bash', input: { command: 'npm test' } }] },
  })
const gets = (id: string, is_error: boolean) =>
  line({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: id, is_error, content: 'x' }] } })
const AT = Date.parse('2026-02-01T10:00:00Z')

/** What a home holds of turns, streaks and skills, told apart by the prompts' ids. */
function heldIn({ database }: Home) {
  const db = new Sqlite(database, { readonly: true })
  const turns = db
    .prepare<[], Record<string, string>>(
      `SELECT id, prompt_id, outcome, summary, turn_count, stop_reason, tool_calls_json, extent FROM turns
       ORDER BY at, prompt_id`,
    )
    .all()
  const promptOf = new Map(turns.map(({ id, prompt_id }) => [id, prompt_id]))
  const buckets = db.prepare<[], string>('SELECT turn_ids_json FROM buckets ORDER BY signature').pluck().all()
  const skills = db.prepare("SELECT name FROM skills WHERE status <> 'archived' ORDER BY name").pluck().all()
  const miscounted = 'SELECT signature FROM buckets WHERE streak <> json_array_length(turn_ids_json)'
  expect(db.prepare(miscounted).all()).toEqual([])
  db.close()
  return {
    turns: turns.map(({ id: _, ...rest }) => rest),
    waiting: buckets.map((json) => (JSON.parse(json) as string[]).map((id) => promptOf.get(id))),
    skills,
  }
}

/** A turn as an agent writes it: words, calls and their results, and perhaps the word for the end. */
const written = fc
  .record({
    steps: fc.array(fc.constantFrom<'words' | 'works' | 'fails'>('words', 'works', 'fails'), { maxLength: 4 }),
    ends: fc.boolean(),
    wish: fc.constantFrom(REVIEW, 'update the release notes'),
  })
  .map(({ steps, ends, wish }) => (n: number): string[] => [
    asks(n, wish),
    ...steps.flatMap((step, i) => {
      const id = `${n}-${i}`
      return step === 'words' ? [says(id)] : [calls(id), gets(id, step === 'fails')]
    }),
    ...(ends ? [says(`${n}-end`, 'end_turn')] : []),
  ])

describe('a turn that is read more than once', () => {
  it('is what its fullest reading says, in whatever order pieces of its session are read', {
    timeout: 60_000,
  }, async () => {
    const session = fc.array(written, { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(session, fc.array(fc.nat(40), { maxLength: 4 }), async (turns, cuts) => {
        const lines = turns.flatMap((of, n) => of(n))
        const file = join(scratch(), 's1.jsonl')
        const [once, often] = [new Home(), new Home()]
        const read = async (home: Home, upTo: number) => {
          writeFileSync(file, lines.slice(0, upTo).join(''))
          utimesSync(file, 0, 0)
          const loop = await home.open({ settings: { 'bucket.threshold': 9 } })
          expect((await loop.upkeep.import('claude-code', file)).errors).toEqual([])
        }
        for (const cut of [...cuts, lines.length]) await read(often, cut)
        await read(once, lines.length)
        expect(heldIn(often)).toEqual(heldIn(once))
      }),
      { numRuns: 25 },
    )
  })

  it('takes back what it gave as a success: streak, credit of its skill and the draft that rests on it', async () => {
    const { home, loop } = await opened({ settings: { 'draft.gates': 'none' } })
    const file = join(scratch(), 's1.jsonl')
    const read = async (text: string) => {
      writeFileSync(file, text)
      utimesSync(file, 0, 0)
      await loop.upkeep.import('claude-code', file)
    }
    home.write('lint', '---\nname: lint\ndescription: Lints.\n---\n\nDo it.\n')
    const used = turn('fix the lint errors', { sessionId: 's1', promptId: 'p', pickedSkill: 'lint', engine: 'generic' })
    await loop.endOfRun({ ...used, extent: 1 })
    const counts = async () => (await loop.review.skills()).find(({ name }) => name === 'lint')?.counts
    expect(await counts()).toMatchObject({ successes: 1, failures: 0 })
    await loop.endOfRun({ ...used, outcome: 'failure', extent: 2 })
    expect(await counts()).toMatchObject({ successes: 0, failures: 1 })
    await loop.endOfRun(turn(REVIEW, { timestamp: new Date(AT - 2_000) }))
    await loop.endOfRun(turn(REVIEW, { timestamp: new Date(AT - 1_000) }))
    await read(asks(1) + says('w'))
    expect((await loop.review.skills()).find(({ name }) => name === REVIEW_SKILL)?.status).toBe('staged')
    await read(asks(1) + says('w') + calls('t') + gets('t', true) + says('x', 'end_turn'))
    expect((await loop.review.skills()).find(({ name }) => name === REVIEW_SKILL)?.status).toBe('archived')
    expect(await loop.endOfRun(turn(REVIEW))).toMatchObject({ streak: 1 })
  })

  it('counts once where its session was taken up, forked or copied under another id, whichever is read first', async () => {
    for (const name of ['entire-02', 'entire-13', 'reliability-coverage-test-fix']) {
      const text = readFileSync(join(SESSIONS, `${name}.jsonl`), 'utf8')
      const copy = text.replaceAll(/"sessionId":"[^"]+"/g, `"sessionId":"${uuid(7)}"`)
      const [one, two] = [join(scratch(), 'a.jsonl'), join(scratch(), `${uuid(7)}.jsonl`)]
      writeFileSync(one, text)
      writeFileSync(two, copy)
      const turns = async (...files: string[]) => {
        const { home, loop } = await opened()
        for (const file of files) await loop.upkeep.import('claude-code', file)
        return heldIn(home)
      }
      const alone = await turns(one)
      expect(alone.turns.length).toBeGreaterThan(0)
      expect(await turns(one, two)).toEqual(alone)
      expect(await turns(two, one)).toEqual(alone)
    }
  })

  it('counts once where a fork gave the prompts that it copied ids of their own', async () => {
    const session = (id: string, promptId: string) => {
      const entry = (fields: object) => `${JSON.stringify({ sessionId: id, cwd: '/work/app', ...fields })}\n`
      const message = { id: 'm', stop_reason: 'end_turn', content: [{ type: 'text', text: 'Done.' }] }
      const file = join(scratch(), `${id}.jsonl`)
      writeFileSync(
        file,
        entry({
          type: 'user',
          uuid: uuid(1),
          promptId,
          timestamp: '2026-02-01T10:00:00.123Z',
          message: { content: REVIEW },
        }) + entry({ type: 'assistant', uuid: uuid(2), parentUuid: uuid(1), message }),
      )
      return file
    }
    const [one, fork] = [session(uuid(3), uuid(4)), session(uuid(5), uuid(6))]
    for (const files of [
      [one, fork],
      [fork, one],
    ]) {
      const { home, loop } = await opened()
      expect(await loop.upkeep.import('claude-code', files[0] ?? '')).toMatchObject({ turnsRecorded: 1 })
      expect(await loop.upkeep.import('claude-code', files[1] ?? '')).toMatchObject({ turnsRecorded: 0, turnsKnown: 1 })
      const both = new Home()
      expect(await (await both.open()).upkeep.import('claude-code', files)).toMatchObject({
        turnsRecorded: 1,
        turnsKnown: 1,
      })
      expect(heldIn(home).waiting).toMatchObject([[expect.any(String)]])
    }
  })

  it('counts once where pi copied its entries into another session, and twice where only words or ids are the same', async () => {
    const entry = (fields: object) => `${JSON.stringify(fields)}\n`
    const session = (
      id: string,
      { time = '2026-02-01T10:00:00.123Z', prompt = '9b1389db', cwd = '/work/app' } = {},
    ) => {
      const file = join(scratch(), `2026-02-01T10-00-00-000Z_${id}.jsonl`)
      const said = { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason: 'stop' }
      writeFileSync(
        file,
        entry({ type: 'session', version: 3, id, timestamp: '2026-02-01T09:59:59.000Z', cwd }) +
          entry({
            type: 'message',
            id: prompt,
            parentId: null,
            timestamp: time,
            message: { role: 'user', content: [{ type: 'text', text: REVIEW }] },
          }) +
          entry({
            type: 'message',
            id: 'aaaaaaaa',
            parentId: prompt,
            timestamp: '2026-02-01T10:00:09.000Z',
            message: said,
          }),
      )
      return file
    }
    const [one, copy] = [session(uuid(3)), session(uuid(4), { cwd: '/work/elsewhere' })]
    for (const files of [
      [one, copy],
      [copy, one],
    ]) {
      const loop = await new Home().open()
      expect(await loop.upkeep.import('pi', files[0] ?? '')).toMatchObject({ turnsRecorded: 1 })
      expect(await loop.upkeep.import('pi', files[1] ?? '')).toMatchObject({ turnsRecorded: 0, turnsKnown: 1 })
    }
    const loop = await new Home().open()
    const others = [session(uuid(5), { time: '2026-02-01T10:00:00.124Z' }), session(uuid(6), { prompt: '9b1389dc' })]
    expect(await loop.upkeep.import('pi', [one, ...others])).toMatchObject({ turnsRecorded: 3, turnsKnown: 0 })
  })
})
