import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { times } from '../long.ts'
import { claudeCode, review, write } from '../path/engines/agents.ts'
import { Home, REVIEW_SKILL } from './home.ts'

const REQUESTS = [
  'review the changes on the branch',
  'fix the failing lint errors',
  'please review the changes on my branch',
  'update the changelog for the release',
]

/** Takes in the ends of turns as a daemon does; counts after each, or in portions. */
async function takenIn(requests: readonly number[], { busy, portion }: { readonly busy: boolean; portion: number }) {
  const home = new Home()
  const loop = await home.open({
    busy,
    settings: { 'draft.gates': 'no_work,one_attempt,environment,nothing_in_common' },
  })
  await takeIn(home, loop, requests, portion)
  await loop[Symbol.asyncDispose]()
  return home
}

async function takeIn(home: Home, loop: SkillLoop, requests: readonly number[], portion = 1): Promise<void> {
  for (const [i, request] of requests.entries()) {
    const turn = review(`s${100 + i}`, {
      id: `p${i}`,
      request: REQUESTS[request] as string,
      answer: `Looks good in ${i}.`,
    })
    const file = `${home.root}/${claudeCode.file(turn.session)}`
    write(claudeCode, home.root, turn)
    await loop.receive('claude-code', claudeCode.payload('end', turn, file), {
      folders: [home.root],
      asItIs: true,
      later: true,
    })
    if (i % portion === portion - 1) await loop.count()
  }
  await loop.count()
}

/** What was counted, turn by turn, and the skills with the text and evidence of their heads. */
async function learned(home: Home) {
  const counted = home.events.flatMap((event) =>
    event.kind === 'turn' && event.receipt.status === 'recorded'
      ? [[event.receipt.signature, event.receipt.streak, event.receipt.reason]]
      : [],
  )
  const loop = await home.open()
  const skills = await Promise.all(
    (await loop.skills()).map(async ({ name, status, evidenceCount }) => ({
      ...{ name, status, evidenceCount },
      text: readFileSync(join(home.skills, name, 'SKILL.md'), 'utf8'),
      requests: (await loop.evidence(name))?.runs.map(({ request }) => request),
    })),
  )
  const { turns, streaks } = await loop.tally()
  return { counted, skills: skills.sort((a, b) => (a.name < b.name ? -1 : 1)), turns, streaks }
}

describe('streaks that are completed while their skill rests', () => {
  it('count, and make the same skills, as those that are drafted one by one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(REQUESTS.length - 1), { minLength: 6, maxLength: 30 }),
        fc.constantFrom(1, 4),
        async (requests, portion) => {
          const alone = await learned(await takenIn(requests, { busy: false, portion }))
          expect(await learned(await takenIn(requests, { busy: true, portion }))).toEqual(alone)
        },
      ),
      { numRuns: times(3, 40), examples: [[Array.from({ length: 18 }, () => 0), 4]] },
    )
  })

  it('make one version together, and leave no streak behind', async () => {
    const home = await takenIn(
      Array.from({ length: 18 }, () => 0),
      { busy: true, portion: 1 },
    )
    const drafts = home.events.flatMap((event) => (event.kind === 'draft' ? [event.receipt.status] : []))
    expect(drafts).toEqual(['drafted', 'updated'])
    const db = new Sqlite(home.database, { readonly: true })
    expect(db.prepare('SELECT count(*) FROM triggers').pluck().get()).toBe(0)
    db.close()
  })

  it('are drafted by the next process where theirs is killed', async () => {
    const home = new Home()
    const loop = await home.open({ busy: true })
    await takeIn(
      home,
      loop,
      Array.from({ length: 9 }, () => 0),
    )
    const db = new Sqlite(home.database)
    expect(db.prepare('SELECT count(*) FROM triggers').pluck().get()).toBe(2)
    // As if the process that claimed them were gone for long.
    db.exec('UPDATE triggers SET claimed_at = 0')
    db.close()
    const next = await home.open()
    expect((await next.evidence(REVIEW_SKILL))?.runs).toHaveLength(9)
  })
})
