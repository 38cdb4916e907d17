import { appendFileSync, copyFileSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ImportReport } from '../../src/app/skill-loop.ts'
import { scratch } from '../scratch.ts'
import { Home, opened } from './home.ts'

const SESSIONS = new URL('../fixtures/transcripts/claude-code/', import.meta.url).pathname
const ONE = join(SESSIONS, 'reliability-coverage-test-fix.jsonl')

const lineCount = (file: string) => readFileSync(file, 'utf8').trimEnd().split('\n').length
const skippedLines = (report: ImportReport) => Object.values(report.skipped).reduce((a, b) => a + b, 0)

describe('import', () => {
  it('reads a real session, and says of every line what became of it', async () => {
    const loop = await new Home().open()
    const report = await loop.upkeep.import('claude-code', ONE)
    expect(report).toMatchObject({ files: 1, lines: lineCount(ONE), errors: [] })
    expect(report.turnsRecorded).toBeGreaterThan(0)
    expect(skippedLines(report)).toBeLessThan(report.lines)
    expect((await loop.upkeep.tally()).turns).toBe(report.turnsRecorded)
  })

  it('records nothing new the second time, of one file or of a folder', async () => {
    const loop = await new Home().open()
    const first = await loop.upkeep.import('auto', SESSIONS)
    expect(first.files).toBeGreaterThan(5)
    const turns = (await loop.upkeep.tally()).turns
    const second = await loop.upkeep.import('auto', SESSIONS)
    expect(second).toMatchObject({ files: first.files, turnsRecorded: 0 })
    expect((await loop.upkeep.import('claude-code', ONE)).turnsRecorded).toBe(0)
    expect((await loop.upkeep.tally()).turns).toBe(turns)
  })

  it('reads a file once that it is given twice', async () => {
    const loop = await new Home().open()
    const once = await (await new Home().open()).upkeep.import('claude-code', ONE)
    expect(await loop.upkeep.import('claude-code', [ONE, ONE])).toMatchObject({
      files: 2,
      turnsRecorded: once.turnsRecorded,
      turnsKnown: 0,
    })
  })

  it('keeps the last turn of each of several conversations in a file', async () => {
    const file = join(scratch(), 'chats.jsonl')
    const row = (id: string, ...said: readonly string[]) => ({
      id,
      conversation: said.flatMap((content) => [
        { role: 'user', content },
        { role: 'assistant', content: 'Yes.' },
      ]),
    })
    const rows = [row('one', 'write a letter', 'keep it under 100 words'), row('two', 'write a poem', 'without rhymes')]
    writeFileSync(file, rows.map((one) => `${JSON.stringify(one)}\n`).join(''))
    utimesSync(file, 1, 1)
    const loop = await new Home().open()
    expect(await loop.upkeep.import('openai-chat', file)).toMatchObject({ turnsRecorded: 4, errors: [] })
  })

  it('keeps more turns than go into one step, each once', async () => {
    const folder = scratch()
    const turns = 150
    const line = (type: string, turn: number, n: number, text: string) =>
      JSON.stringify({
        type,
        uuid: `${turn}-${n}`,
        parentUuid: n === 0 ? null : `${turn}-0`,
        sessionId: 'long',
        promptId: type === 'user' ? `p${turn}` : undefined,
        timestamp: new Date(Date.UTC(2026, 0, 1, 0, turn)).toISOString(),
        message: { role: type, content: [{ type: 'text', text }], stop_reason: 'end_turn' },
      })
    const lines = Array.from({ length: turns }, (_, i) => [line('user', i, 0, 'yes'), line('assistant', i, 1, 'Done.')])
    writeFileSync(join(folder, 'long.jsonl'), `${lines.flat().join('\n')}\n`)
    const loop = await new Home().open()
    expect(await loop.upkeep.import('claude-code', folder)).toMatchObject({ turnsRecorded: turns, errors: [] })
    expect(await loop.upkeep.import('claude-code', folder)).toMatchObject({ turnsRecorded: 0, turnsKnown: 0 })
    expect((await loop.upkeep.tally()).turns).toBe(turns)
  })

  it('goes on where a file ended when it has grown', async () => {
    const { home, loop } = await opened()
    const file = join(scratch(), 'session.jsonl')
    const lines = readFileSync(join(SESSIONS, 'entire-13.jsonl'), 'utf8').trimEnd().split('\n')
    writeFileSync(file, `${lines.slice(0, 25).join('\n')}\n`)
    const first = await loop.upkeep.import('claude-code', file)
    appendFileSync(file, `${lines.slice(25).join('\n')}\n`)
    const rest = await (await home.open()).upkeep.import('claude-code', file)
    const whole = await (await new Home().open()).upkeep.import('claude-code', join(SESSIONS, 'entire-13.jsonl'))
    expect(first.turnsRecorded + rest.turnsRecorded).toBeGreaterThanOrEqual(whole.turnsRecorded)
    expect((await loop.upkeep.tally()).turns).toBe(whole.turnsRecorded)
  })

  it('takes words at the end of a session for the end of its turn when the session rests, and not before', async () => {
    const { home, loop } = await opened()
    const file = join(scratch(), 'session.jsonl')
    const line = (type: string, more: object) => `${JSON.stringify({ type, uuid: type, sessionId: 's', ...more })}\n`
    writeFileSync(
      file,
      line('user', {
        timestamp: new Date().toISOString(),
        message: { role: 'user', content: 'write the release notes' },
      }) +
        line('assistant', {
          message: { id: 'm', role: 'assistant', content: [{ type: 'text', text: 'I will.' }], stop_reason: null },
        }),
    )
    const changed = statSync(file).mtimeMs
    home.now = new Date(changed + 36_000)
    expect(await loop.upkeep.import('claude-code', file)).toMatchObject({
      turnsRecorded: 0,
      skipped: { still_running: 1 },
      stillRunning: { turns: 1, from: Math.ceil(changed) + 600_000 },
    })
    home.now = new Date(changed + 11 * 60_000)
    expect(await loop.upkeep.import('claude-code', file)).toMatchObject({ turnsRecorded: 1 })
  })

  it('lets a turn count no more that the user went back behind, as if the file were read at once', async () => {
    const { home, loop } = await opened()
    const file = join(scratch(), 'session.jsonl')
    const line = (type: string, uuid: string, parentUuid: string | null, text: string) =>
      `${JSON.stringify({
        type,
        uuid,
        parentUuid,
        sessionId: 's',
        message: { role: type, content: [{ type: 'text', text }] },
      })}\n`
    writeFileSync(file, line('user', 'u1', 'start', 'review the branch') + line('assistant', 'a1', 'u1', 'Done.'))
    await loop.upkeep.import('claude-code', file)
    appendFileSync(file, line('user', 'u2', 'start', 'review the branch') + line('assistant', 'a2', 'u2', 'Done.'))
    await loop.upkeep.import('claude-code', file)
    const streaks = home.events.flatMap((event) => (event.kind === 'turn' ? [event.receipt.streak] : []))
    const lastOf = (numbers: number[]) => numbers[numbers.length - 1]
    expect(lastOf(streaks)).toBe(1)
    const fresh = new Home()
    await (await fresh.open()).upkeep.import('claude-code', file)
    expect(lastOf(fresh.events.flatMap((event) => (event.kind === 'turn' ? [event.receipt.streak] : [])))).toBe(1)
  })

  it('reports what it cannot read, and reads the files around it', async () => {
    const folder = scratch()
    copyFileSync(ONE, join(folder, 'good.jsonl'))
    mkdirSync(join(folder, 'deep'))
    writeFileSync(
      join(folder, 'deep', 'broken.jsonl'),
      `${readFileSync(ONE, 'utf8').split('\n')[0]}\n{"type":"user",\n`,
    )
    const report = await (await new Home().open()).upkeep.import('claude-code', folder)
    expect(report.files).toBe(2)
    expect(report.errors).toMatchObject([{ file: join(folder, 'deep', 'broken.jsonl'), line: 2 }])
    expect(report.turnsRecorded).toBeGreaterThan(0)
  })

  it('tells how far it is over all files together, then over the turns that it learns from', async () => {
    const folder = scratch()
    for (const name of ['a.jsonl', 'b.jsonl']) copyFileSync(ONE, join(folder, name))
    const size = 2 * statSync(ONE).size
    const [read, counted]: [number[], number[]] = [[], []]
    const report = await (await new Home().open()).upkeep.import('claude-code', folder, (at) => {
      if ('counted' in at) counted.push(at.counted / at.of)
      else read.push(at.bytes / at.size)
      if ('size' in at) expect(at.size).toBe(size)
    })
    expect(read).toEqual(read.toSorted((a, b) => a - b))
    expect([read[0]! <= 0.5, read.at(-1)]).toEqual([true, 1])
    expect([counted.length, counted.at(-1)]).toEqual([report.turnsRecorded, 1])
  })

  it('refuses a path that is not there and an engine that it cannot read', async () => {
    const loop = await new Home().open()
    await expect(loop.upkeep.import('claude-code', '/nowhere')).rejects.toMatchObject({ code: 'not_found' })
    await expect(loop.upkeep.import('cobol', ONE)).rejects.toMatchObject({
      code: 'bad_option',
      message: expect.stringContaining('claude-code'),
    })
  })

  it('reads nothing when switched off', async () => {
    const loop = await new Home().open({ settings: { skills: 'off' } })
    expect(await loop.upkeep.import('auto', SESSIONS)).toMatchObject({ files: 0, turnsRecorded: 0 })
  })
})
