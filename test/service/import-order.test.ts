import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { times } from '../long.ts'
import { scratch } from '../scratch.ts'
import { type Home, opened } from './home.ts'

const REQUESTS = [
  'review the changes on the branch',
  'fix the failing lint errors',
  'update the changelog for the release',
  'please review the changes on my branch',
]

interface Turn {
  readonly session: number
  readonly request: number
  readonly fails: boolean
}

/** Turns in the order of time, a minute apart. */
const turns = fc.array(
  fc.record({
    session: fc.nat(3),
    request: fc.nat(REQUESTS.length - 1),
    fails: fc.boolean().chain((odd) => (odd ? fc.boolean() : fc.constant(false))),
  }),
  { minLength: 6, maxLength: 24 },
)

const timeOf = (i: number): string => new Date(Date.UTC(2026, 0, 5) + i * 60_000).toISOString()

/** A turn as Claude Code writes it; one that fails ends with an error of the API. */
const written = ({ session, request, fails }: Turn, i: number, timestamp = timeOf(i)): string =>
  [
    {
      type: 'user',
      uuid: `u${i}`,
      message: { role: 'user', content: REQUESTS[request] },
    },
    {
      type: 'assistant',
      uuid: `a${i}`,
      ...(fails && { isApiErrorMessage: true }),
      message: { role: 'assistant', content: [{ type: 'text', text: fails ? 'API Error: 500' : 'Done.' }] },
    },
  ]
    .map((line) => `${JSON.stringify({ ...line, sessionId: `s${session}`, ...(timestamp && { timestamp }) })}\n`)
    .join('')

/** What was learned: every turn that counted in its order, and the drafts with their evidence. */
async function learned(home: Home, loop: Awaited<ReturnType<Home['open']>>) {
  const skills = await loop.review.skills()
  const drafts = await Promise.all(
    skills.map(async ({ name }) => ({
      name,
      evidence: await Promise.all(
        (await loop.review.evidence(name))?.runs.map(async ({ turnId, request }) => [
          (await loop.review.explain(turnId)).at,
          request,
        ]) ?? [],
      ),
    })),
  )
  const counted = home.events.flatMap((event) =>
    event.kind === 'turn' && event.receipt.status === 'recorded'
      ? [[event.receipt.signature, event.receipt.streak, event.receipt.draft?.status]]
      : [],
  )
  return {
    counted,
    drafts: drafts.sort((a, b) => (a.name < b.name ? -1 : 1)),
    turns: (await loop.upkeep.tally()).turns,
  }
}

type Grouping = 'signature' | 'similar'

async function ofOneFile(all: readonly Turn[], grouping: Grouping) {
  const { home, loop } = await opened({ settings: { 'bucket.grouping': grouping } })
  const file = join(scratch(), 'all.jsonl')
  writeFileSync(file, all.map((turn, i) => written(turn, i)).join(''))
  await loop.upkeep.import('claude-code', file)
  return await learned(home, loop)
}

/** Writes each turn to one of some files, in the order given. */
function spread(folder: string, lines: readonly (readonly [file: string, text: string])[]): void {
  for (const [file, text] of lines) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    appendFileSync(join(folder, file), text)
  }
}

const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}(?:\/[a-z0-9]{1,6})?$/), { minLength: 1, maxLength: 8 })

describe.each(['signature', 'similar'] as const)('sessions with streaks by %s', (grouping) => {
  it('come to the same whatever files they lie in, under whatever names', async () => {
    await fc.assert(
      fc.asyncProperty(
        turns,
        names,
        fc.array(fc.nat(7), { minLength: 24, maxLength: 24 }),
        async (all, files, where) => {
          const folder = scratch()
          const fileOf = (i: number) => `${files[(where[i] ?? 0) % files.length]}.jsonl`
          spread(
            folder,
            all.map((turn, i) => [fileOf(i), written(turn, i)]),
          )
          const { home, loop } = await opened({ settings: { 'bucket.grouping': grouping } })
          await loop.upkeep.import('auto', folder)
          expect(await learned(home, loop)).toEqual(await ofOneFile(all, grouping))
        },
      ),
      { numRuns: times(3, 30) },
    )
  })

  it('come to the same in one run or in many, files growing and new ones coming in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        turns,
        names,
        fc.array(fc.nat(7), { minLength: 24, maxLength: 24 }),
        fc.array(fc.nat(23), { maxLength: 4 }),
        async (all, files, where, cuts) => {
          const folder = scratch()
          const { home, loop } = await opened({ settings: { 'bucket.grouping': grouping } })
          const ends = [...new Set([...cuts.filter((cut) => cut > 0 && cut < all.length), all.length])]
          let from = 0
          for (const end of ends.sort((a, b) => a - b)) {
            const part = all.slice(from, end).map((turn, i) => [from + i, turn] as const)
            spread(
              folder,
              part.map(([i, turn]) => [`${files[(where[i] ?? 0) % files.length]}.jsonl`, written(turn, i)]),
            )
            from = end
            await loop.upkeep.import('claude-code', folder)
          }
          expect(await learned(home, loop)).toEqual(await ofOneFile(all, grouping))
        },
      ),
      { numRuns: times(3, 30) },
    )
  })
})

describe('turns without a time', () => {
  const undated = (turn: Turn, i: number) => written(turn, i, '')
  const review = (session: number): Turn => ({ session, request: 0, fails: false })
  const timestamps = async (home: Home, loop: Awaited<ReturnType<Home['open']>>) => {
    const ids = home.events.flatMap((event) =>
      event.kind === 'turn' && event.receipt.status === 'recorded' ? [event.receipt.turnId] : [],
    )
    return await Promise.all(ids.map(async (id) => (await loop.review.explain(id)).at.toISOString()))
  }

  it('take the time of what stands around them in their file', async () => {
    const { home, loop } = await opened()
    const file = join(scratch(), 'session.jsonl')
    writeFileSync(file, undated(review(1), 0) + written(review(1), 1) + undated(review(1), 2))
    await loop.upkeep.import('claude-code', file)
    appendFileSync(file, undated(review(1), 3))
    await loop.upkeep.import('claude-code', file)
    expect(await timestamps(home, loop)).toEqual([
      '2026-01-05T00:00:50.001Z',
      '2026-01-05T00:01:00.000Z',
      '2026-01-05T00:01:00.001Z',
      '2026-01-05T00:01:00.002Z',
    ])
  })

  it('are of no time at all where their file names none: they come first, in the order of the file', async () => {
    const { home, loop } = await opened()
    const folder = scratch()
    writeFileSync(join(folder, 'a.jsonl'), written(review(2), 9))
    writeFileSync(join(folder, 'b.jsonl'), undated(review(1), 0) + undated(review(1), 1))
    await loop.upkeep.import('claude-code', folder)
    expect(await timestamps(home, loop)).toEqual([
      '1970-01-01T00:00:00.000Z',
      '1970-01-01T00:00:00.001Z',
      '2026-01-05T00:09:00.000Z',
    ])
  })

  it('are those too whose clock is ahead of now', async () => {
    const { home, loop } = await opened()
    const file = join(scratch(), 'session.jsonl')
    writeFileSync(file, written(review(1), 0) + written(review(1), 1, '2099-01-01T00:00:00.000Z'))
    await loop.upkeep.import('claude-code', file)
    expect(await timestamps(home, loop)).toEqual(['2026-01-05T00:00:00.000Z', '2026-01-05T00:00:00.001Z'])
  })
})
