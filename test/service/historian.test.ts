import { expect, it } from 'vitest'
import { createHistorian } from '../../src/service/review/historian.ts'

type Parts = Parameters<typeof createHistorian>[0]

/** What a waiting version changes, of two versions with these files. */
async function changesOf(before: Readonly<Record<string, Uint8Array>>, after: Readonly<Record<string, Uint8Array>>) {
  const files = new Map([
    ['h', new Map(Object.entries(before))],
    ['p', new Map(Object.entries(after))],
  ])
  const historian = createHistorian({
    store: {
      versions: async () => [{ id: 'h', version: '0.1.0' }],
      files: async (id: string) => files.get(id) ?? new Map(),
    },
    catalogue: { find: async () => ({ id: 's', name: 'own-way', headVersion: '0.1.0' }) },
    proposals: { of: async () => ({ version: { id: 'p', version: '0.1.1' }, merged: {}, current: true }) },
    since: 0,
  } as unknown as Parts)
  return (await historian.proposal('own-way')).files
}

const text = (value: string) => new Uint8Array(Buffer.from(value))

it('names a file that a waiting version changes where both read the same, since neither is UTF-8', async () => {
  const [before, after] = [new Uint8Array([0xff, 0x41]), new Uint8Array([0xfe, 0x41])]
  expect(await changesOf({ tool: before }, { tool: after })).toEqual([
    { path: 'tool', before: '\ufffdA', after: '\ufffdA' },
  ])
})

it('names what comes and what goes, and no file whose bytes are the same', async () => {
  const found = await changesOf(
    { 'SKILL.md': text('one'), gone: text(''), same: new Uint8Array([0xff]) },
    { 'SKILL.md': text('two'), come: text(''), same: new Uint8Array([0xff]) },
  )
  expect(found).toEqual([
    { path: 'SKILL.md', before: 'one', after: 'two' },
    { path: 'come', before: undefined, after: '' },
    { path: 'gone', before: '', after: undefined },
  ])
})
