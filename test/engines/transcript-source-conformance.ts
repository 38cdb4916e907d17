import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { TranscriptSource } from '../../src/service/turns/transcript-source.ts'
import type { TranscriptEnd, TranscriptEvent } from '../../src/transcript/read-transcript.ts'
import { scratch } from '../scratch.ts'

/** What the port for session files promises; `files` has one whole session of each engine, with at least a turn. */
export function transcriptSourceConformance(
  source: TranscriptSource,
  files: Readonly<Record<string, { readonly folder: string; readonly file: string }>>,
): void {
  const latest = Date.UTC(2100, 0, 1)
  const eventsOf = async (engine: string, path: string, from?: TranscriptEnd['resume']) => {
    const events: TranscriptEvent[] = []
    for await (const event of source.read(engine, path, { latest, from })) events.push(event)
    return events
  }
  const endOf = (events: readonly TranscriptEvent[]) => events.at(-1) as TranscriptEnd

  describe('TranscriptSource', () => {
    it('names its engines, and each has a session here', () =>
      expect([...source.engines].toSorted()).toEqual(Object.keys(files).toSorted()))

    describe.each(Object.entries(files))('%s', (engine, { folder, file }) => {
      it('finds the file once, in its folder or by its own path', async () => {
        const found: string[] = []
        for await (const { path } of source.files(engine, folder)) found.push(path)
        expect(found.filter((path) => path === file)).toHaveLength(1)
        const alone: string[] = []
        for await (const { path } of source.files(engine, file)) alone.push(path)
        expect(alone).toEqual([file])
      })

      it('gives the turns of the file, none later than asked, and one end, which comes last', async () => {
        const events = await eventsOf(engine, file)
        expect(events.filter(({ kind }) => kind === 'end')).toEqual([events.at(-1)])
        const turns = events.flatMap((event) => (event.kind === 'turn' ? [event.turn] : []))
        expect(turns.length).toBeGreaterThan(0)
        for (const { timestamp, engine: of } of turns) {
          expect(of).toBe(engine)
          expect(new Date(timestamp ?? latest).getTime()).toBeLessThanOrEqual(latest)
        }
      })

      it('reads nothing of a file that did not change since', async () => {
        const before = await eventsOf(engine, file)
        const again = await eventsOf(engine, file, endOf(before).resume)
        expect(again).toHaveLength(1)
        expect(endOf(again)).toMatchObject({ unchanged: true, lines: 0 })
      })

      it('says which file there is none of', async () => {
        const path = join(scratch(), 'none.jsonl')
        await expect(eventsOf(engine, path)).rejects.toMatchObject({ code: 'not_found' })
      })
    })
  })
}
