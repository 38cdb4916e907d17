import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readTranscript } from '../../src/engines/transcripts.ts'
import type { ResumePoint } from '../../src/transcript/accounted-reader.ts'
import type { TranscriptEnd, TranscriptEvent } from '../../src/transcript/read-transcript.ts'
import type { TurnOutput } from '../../src/transcript/reader.ts'
import { FIXTURES } from '../engines/conformance.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'transcript-'))
})
afterEach(() => rmSync(home, { recursive: true }))

const events = async (engine: string, path: string, from?: ResumePoint, maxLineBytes?: number) => {
  const all: TranscriptEvent[] = []
  for await (const event of readTranscript(engine, path, {
    from,
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
  }))
    all.push(event)
  const end = all.at(-1) as TranscriptEnd
  const turns = all.filter((event): event is TurnOutput => event.kind === 'turn')
  return { all, end, turns, ids: turns.map(({ turn }) => turn.promptId) }
}
const prompt = (id: string, text = `prompt ${id}`) =>
  `${JSON.stringify({ type: 'user', uuid: id, sessionId: 's', message: { role: 'user', content: text } })}\n`
const answer = (text = 'Done.') =>
  `${JSON.stringify({ type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text }] } })}\n`

describe('readTranscript', () => {
  it('reports progress, an end, and a byte offset at which the open prompt begins, whatever the text', async () => {
    const path = join(home, 'a.jsonl')
    const texts = ['café 中文 🎉', 'naïve\\n', 'plain']
    const parts = texts.flatMap((text, i) => [prompt(`p${i}`, text), answer('très bien 🎉')])
    writeFileSync(path, parts.join('').replaceAll('\n', '\r\n'))
    const { end, turns, all } = await events('claude-code', path)
    const bytes = readFileSync(path)
    for (const { turn, prompt: at } of turns)
      expect(JSON.parse(bytes.subarray(at.offset).toString('utf8').split('\r\n')[0]!).uuid).toBe(turn.promptId)
    expect(end).toMatchObject({ lines: 6, bytes: bytes.length, restarted: false, unchanged: false })
    expect(all).toContainEqual({ kind: 'progress', bytes: bytes.length, size: bytes.length, lines: 6 })
  })

  it.each([
    ['claude-code', 'claude-code/entire-13.jsonl'],
    ['claude-code', 'claude-code/made-interruptions.jsonl'],
    ['codex', 'codex/made-turn-events.jsonl'],
    ['pi', 'pi/large-session-first-69-lines.jsonl'],
    ['qwen', 'qwen/made-session.jsonl'],
    ['openai-chat', 'openai-chat/tau-airline-task04-trial0-reward0.json'],
    ['gemini', 'gemini/agentcmd-session-2025-10-27T19-55-981c87cb.json'],
  ] as const)('%s: read on while %s grows, at any byte, gives the turns of one pass', async (engine, file) => {
    const bytes = readFileSync(join(FIXTURES, file))
    const path = join(home, file.endsWith('.json') ? 'a.json' : 'a.jsonl')
    writeFileSync(path, bytes)
    const whole = await events(engine, path)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { minLength: 1, maxLength: 4 }), async (cuts) => {
        const seen = new Map<string, TurnOutput>()
        let from: ResumePoint | undefined
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          writeFileSync(path, bytes.subarray(0, cut))
          const read = await events(engine, path, from)
          for (const turn of read.turns) seen.set(turn.turn.promptId!, turn)
          // What is stored between two runs is plain JSON.
          from = JSON.parse(JSON.stringify(read.end.resume)) as ResumePoint
        }
        expect([...seen.values()]).toEqual(whole.turns)
      }),
      { seed: 17, numRuns: 12 },
    )
  })

  it('leaves a half-written last line for the next time', async () => {
    const path = join(home, 'a.jsonl')
    const line = answer('Fertig. ✓')
    writeFileSync(path, prompt('p1') + line.slice(0, 30))
    const first = await events('claude-code', path)
    expect(first.all).toContainEqual({ kind: 'skipped', reason: 'half_written', line: 2 })
    expect(first.turns[0]!.turn.outcome).toBe('unknown')
    appendFileSync(path, line.slice(30))
    const second = await events('claude-code', path, first.end.resume)
    expect(second.ids).toEqual(['p1'])
    expect(second.turns[0]!.turn.outcome).toBe('success')
  })

  it('uses a whole last line without a line end', async () => {
    const path = join(home, 'a.jsonl')
    writeFileSync(path, prompt('p1') + answer().trimEnd())
    expect((await events('claude-code', path)).turns[0]!.turn.outcome).toBe('success')
  })

  it('reads nothing when nothing changed', async () => {
    const path = join(home, 'a.jsonl')
    writeFileSync(path, prompt('p1') + answer())
    const { end } = await events('claude-code', path)
    const again = await events('claude-code', path, end.resume)
    expect(again.all).toHaveLength(1)
    expect(again.end).toMatchObject({ unchanged: true, lines: 0, resume: end.resume })
  })

  it('starts again when the file shrank or was replaced', async () => {
    const path = join(home, 'a.jsonl')
    const text = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => prompt(`p${n}`) + answer()).join('')
    writeFileSync(path, text)
    const { end } = await events('claude-code', path)
    expect(end.resume.offset).toBeGreaterThan(0)
    truncateSync(path, prompt('p1').length + answer().length)
    const shrunk = await events('claude-code', path, end.resume)
    expect([shrunk.end.restarted, shrunk.ids]).toEqual([true, ['p1']])
    writeFileSync(path, text.replaceAll('"p', '"q'))
    const replaced = await events('claude-code', path, end.resume)
    expect([replaced.end.restarted, replaced.ids]).toEqual([true, [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `q${n}`)])
    writeFileSync(path, text)
    utimesSync(path, 1, 1)
    expect((await events('claude-code', path, end.resume)).end.restarted).toBe(false)
  })

  it('skips a line that is too long, and what stands around it is kept', async () => {
    const path = join(home, 'a.jsonl')
    writeFileSync(path, prompt('p1') + answer('x'.repeat(200_000)) + answer() + prompt('p2') + answer())
    const { all, ids, end } = await events('claude-code', path, undefined, 10_000)
    expect(all).toContainEqual({ kind: 'skipped', reason: 'line_too_long', line: 2 })
    expect(ids).toEqual(['p1', 'p2'])
    expect(end.lines).toBe(5)
  })

  it('counts invalid UTF-8 and NUL bytes, and reads the line all the same', async () => {
    const path = join(home, 'a.jsonl')
    const [before, after] = prompt('p1', 'a#b').split('#')
    writeFileSync(path, Buffer.concat([Buffer.from(`\0\0${before}`), Buffer.from([0xff]), Buffer.from(after!)]))
    const { turns, end } = await events('claude-code', path)
    expect(turns[0]!.turn.userInput).toBe('a\uFFFDb')
    expect(end).toMatchObject({ invalidUtf8: 1, nulBytes: 2 })
  })

  it('names a session after its file where the lines name none', async () => {
    const chat = '[{"role":"user","content":"hi"},{"role":"assistant","content":"Hello."}]'
    for (const name of ['a.json', 'b.json']) writeFileSync(join(home, name), chat)
    const sessions = await Promise.all(
      ['a.json', 'b.json', 'a.json'].map(
        async (name) => (await events('openai-chat', join(home, name))).turns[0]!.turn.sessionId,
      ),
    )
    expect(sessions[0]).toMatch(/^file:[0-9a-f]{16}$/)
    expect(sessions[2]).toBe(sessions[0])
    expect(sessions[1]).not.toBe(sessions[0])
  })

  it('refuses what is not there, and what is no file', async () => {
    await expect(events('claude-code', join(home, 'none.jsonl'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(events('claude-code', home)).rejects.toMatchObject({ code: 'not_found' })
  })
})
