import { expect, it } from 'vitest'
import { createImporter } from '../../src/service/turns/importer.ts'
import type { TranscriptEvent } from '../../src/transcript/read-transcript.ts'

const RECEIPT = { turnId: 'turn', signature: '', streak: 0, draft: null }

/** Reads a file with turns of these requests on, and tells what was stored, in order. */
async function followed(requests: readonly string[], last = 'known'): Promise<readonly string[]> {
  const done: string[] = []
  const turns = requests.map((userInput) => ({
    kind: 'turn',
    turn: { userInput },
    takenBack: userInput === last,
    closed: true,
  }))
  const end = { kind: 'end', unchanged: false, resume: { changed: 1, context: {} } }
  const parts = {
    store: {
      source: async () => undefined,
      saveSources: async () => void done.push('position'),
    },
    recorder: {
      keep: async (all: readonly { readonly userInput: string }[]) => {
        done.push(`keep ${all.map(({ userInput }) => userInput).join(' ')}`)
        return all.map(({ userInput }) => ({ ...RECEIPT, status: userInput === 'bad' ? 'failed' : userInput }))
      },
      takeBack: async () => void done.push('take back'),
    },
    source: {
      engines: ['codex'],
      async *read() {
        yield* [...turns, end] as unknown as TranscriptEvent[]
      },
    },
    clock: { now: () => new Date(0), newId: () => 'id' },
    redact: (task: object) => task,
  } as unknown as Parameters<typeof createImporter>[0]
  const pass = createImporter(parts).follow('codex', '/f', () => true, { later: true })
  await pass.catch(({ message }: Error) => done.push(message))
  return done
}

it('stores the turns that an event finds at once, then what was taken back, and how far it read last', async () => {
  expect(await followed(['recorded', 'recorded', 'known'])).toEqual([
    'keep recorded recorded known',
    'take back',
    'position',
  ])
})

it('stores a file of many turns in several steps, and none twice', async () => {
  const done = await followed(Array.from({ length: 65 }, () => 'recorded'))
  expect(done.map((step) => step.split(' ').length - 1)).toEqual([32, 32, 1, 0])
})

it('notes no position where a turn could not be stored', async () => {
  expect(await followed(['recorded', 'bad'])).toEqual(['keep recorded bad', 'a turn could not be stored'])
})
