import { describe, expect, it } from 'vitest'
import { createImportBatch, ImportTally } from '../../src/service/turns/import-tally.ts'
import type { ReadSource, SourceStore } from '../../src/store/ports/turn-store.ts'
import type { TurnOutput } from '../../src/transcript/reader.ts'

const source = (path: string): ReadSource => ({ path, engine: 'codex', resume: '{}', at: 1 })
const event = (userInput: string, takenBack = false) =>
  ({ turn: { userInput }, takenBack, prompt: { line: 1 } }) as unknown as TurnOutput

/** A batch over a recorder that fails for one request and knows another; what was done, in order. */
function batchOf() {
  const done: string[] = []
  const sum = new ImportTally()
  const receipt = { turnId: 'turn', signature: '', streak: 0, draft: null }
  const recorder: Parameters<typeof createImportBatch>[1] = {
    keep: async (turns) => {
      done.push(`keep ${turns.map(({ userInput }) => userInput)}`)
      return turns.map(({ userInput }) => ({
        ...receipt,
        status: userInput === 'bad' ? ('failed' as const) : userInput === 'old' ? ('known' as const) : 'recorded',
      }))
    },
    takeBack: async (id) => void done.push(`take back ${id}`),
  }
  const saveSources: SourceStore['saveSources'] = async (all) => void done.push(`note ${all.map(({ path }) => path)}`)
  const batch = createImportBatch({ saveSources }, recorder, sum)
  return { batch, done, sum }
}

describe('what an import keeps at once', () => {
  it('is the turns first and then how far their files were read', async () => {
    const { batch, done, sum } = batchOf()
    await batch.turn(event('one'), '/a')
    await batch.turn(event('two'), '/b')
    await batch.end(source('a'), '/a')
    expect([done, batch.resumeOf('a'), batch.resumeOf('b')]).toEqual([[], '{}', undefined])
    await batch.keep()
    expect([done, sum.recorded, batch.resumeOf('a')]).toEqual([['keep one,two', 'note a'], 2, undefined])
  })

  it('leaves out the note on a file of which a turn could not be kept, in this step or an earlier one', async () => {
    const { batch, done, sum } = batchOf()
    await batch.turn(event('bad'), '/a')
    await batch.keep()
    await batch.turn(event('one'), '/a')
    await batch.end(source('a'), '/a')
    await batch.end(source('b'), '/b')
    await batch.keep()
    expect(done).toEqual(['keep bad', 'keep one', 'note b'])
    expect(sum.errors).toMatchObject([{ file: '/a', line: 1 }])
  })

  it('takes back a turn that counted before and that the user went back behind', async () => {
    const { batch, done } = batchOf()
    for (const text of ['old', 'new']) await batch.turn(event(text, true), '/a')
    await batch.keep()
    expect(done).toEqual(['keep old,new', 'take back turn'])
  })

  it('is never much, of turns or of their text', async () => {
    const many = batchOf()
    for (let i = 0; i < 200; i++) await many.batch.turn(event('x'), '/a')
    expect(many.done.length).toBeGreaterThan(1)
    const large = batchOf()
    await large.batch.turn(event('x'.repeat(2_000_000)), '/a')
    expect(large.done.length).toBe(1)
  })
})
