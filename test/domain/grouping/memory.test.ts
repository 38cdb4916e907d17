import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deedHash } from '../../../src/domain/grouping/deed-likeness.ts'
import { featuresOf } from '../../../src/domain/grouping/features.ts'
import type { GroupChange } from '../../../src/domain/grouping/group.ts'
import { GroupMemory } from '../../../src/domain/grouping/memory.ts'
import type { SameText } from '../../../src/domain/grouping/request.ts'
import { REQUESTS } from './requests.ts'

const TEXTS = REQUESTS.slice(0, 40).map(({ text }) => text)

const DEEDS = ['git push', 'git commit', 'npm test']

/** Requests that come and go, many of them with the same text, or the same deeds. */
const changes: fc.Arbitrary<readonly GroupChange[]> = fc
  .array(fc.record({ text: fc.constantFrom(...TEXTS), did: fc.subarray(DEEDS), drops: fc.option(fc.nat(80)) }), {
    maxLength: 80,
  })
  .map((said) =>
    said.flatMap(({ text, did, drops }, id): GroupChange[] => [
      {
        kind: 'put_request',
        request: { id, text, signature: 'x', deeds: { asked: did.slice(1), other: did.slice(0, 1) } },
      },
      ...(drops === null ? [] : [{ kind: 'drop_request', id: drops } as const]),
    ]),
  )

const idsOf = (near: readonly SameText[]) => near.flatMap(({ requests }) => requests.map(({ id }) => id))

describe('GroupMemory', () => {
  it('finds the same requests near a text as one that was made of its state, whatever was dropped before', () =>
    fc.assert(
      fc.property(changes, fc.constantFrom(...TEXTS), (all, text) => {
        const memory = new GroupMemory()
        memory.apply(all)
        const again = new GroupMemory(memory.state)
        const { terms } = featuresOf(text)
        expect(idsOf(memory.near(terms))).toEqual(idsOf(again.near(terms)))
        for (const deed of DEEDS)
          for (const asked of [true, false]) expect(memory.rarity(deed, asked)).toBe(again.rarity(deed, asked))
        for (const deed of DEEDS)
          for (const term of terms) expect(memory.linked(term, deed)).toBe(again.linked(term, deed))
        expect(idsOf(memory.near(terms)).every((id) => memory.request(id) !== undefined)).toBe(true)
      }),
    ))

  it('links a word to the deed that follows it far above chance, though the request does not name it', () => {
    const memory = new GroupMemory()
    const ask = (id: number, text: string, deed: string): GroupChange => ({
      kind: 'put_request',
      request: { id, text, signature: 'x', deeds: { asked: [], other: [deed] } },
    })
    memory.apply(TEXTS.map((text, id) => ask(id, text, 'npm test')))
    const [spawn = 0] = featuresOf('spawn').terms
    memory.apply([ask(100, 'spawn a worker for the docs', 'workmux add')])
    expect(memory.linked(spawn, 'workmux add')).toBe(false)
    memory.apply([ask(101, 'also spawn one for the parser', 'workmux add')])
    expect(memory.linked(spawn, 'workmux add')).toBe(true)
    expect(memory.linked(spawn, 'npm test')).toBe(false)
    memory.apply([102, 103, 104].map((id) => ask(id, `spawn number ${id} of it`, 'npm test')))
    expect(memory.linked(spawn, 'npm test')).toBe(false)
  })

  it('knows the features of a text while a request has it', () => {
    const memory = new GroupMemory()
    const put = (id: number): GroupChange => ({
      kind: 'put_request',
      request: { id, text: 'fix lint', signature: 'x' },
    })
    memory.apply([put(1), put(2), { kind: 'drop_request', id: 1 }])
    expect(memory.features({ text: 'fix lint' })).toEqual(featuresOf('fix lint'))
    expect(idsOf(memory.near(featuresOf('fix lint').terms))).toEqual([2])
    memory.apply([{ kind: 'drop_request', id: 2 }])
    expect(memory.features({ text: 'fix lint' })).toBeUndefined()
    expect(memory.near(featuresOf('fix lint').terms)).toEqual([])
  })

  it('finds a request by a deed that it asked for', () => {
    const memory = new GroupMemory()
    const deeds = { asked: ['gh pr create'], other: ['git log'] }
    memory.apply([{ kind: 'put_request', request: { id: 1, text: 'ship it', signature: 'x', deeds } }])
    expect(idsOf(memory.near([deedHash('gh pr create')]))).toEqual([1])
    expect(memory.near([deedHash('git log')])).toEqual([])
  })
})
