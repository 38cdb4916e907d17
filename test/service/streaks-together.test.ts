import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { scratch } from '../scratch.ts'
import { Home, opened, REVIEW, REVIEW_SKILL, turn } from './home.ts'

const COUNTED_TOGETHER = 'one version for 4 streaks that were counted together'

let sessions = 0
/** A session of Claude Code with these requests, each of which ends well, a minute apart. */
function session(requests: readonly string[], sessionId = `s${++sessions}`, first = 0): string {
  const file = join(scratch(), 'session.jsonl')
  const lines = requests.flatMap((content, n) => {
    const i = first + n
    const at = { sessionId, timestamp: new Date(Date.UTC(2026, 0, 5) + i * 60_000).toISOString() }
    return [
      { type: 'user', uuid: `u${i}`, ...at, message: { role: 'user', content } },
      {
        type: 'assistant',
        uuid: `a${i}`,
        ...at,
        message: { role: 'assistant', content: [{ type: 'text', text: 'Ok.' }] },
      },
    ]
  })
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return file
}

const times = (n: number, request = REVIEW): string[] => Array.from({ length: n }, () => request)
const count = async (loop: SkillLoop, requests: readonly string[]) =>
  await loop.upkeep.import('claude-code', session(requests))

function rows<T>(home: Home, sql: string): T[] {
  const db = new Sqlite(home.database)
  const found = db.prepare<[], T>(sql).all()
  db.close()
  return found
}

const versions = (home: Home) =>
  rows<{ reason: string; state: string; evidence_json: string }>(home, 'SELECT * FROM skill_versions ORDER BY rowid')
const waiting = (home: Home) => rows(home, 'SELECT * FROM triggers')
const drafts = (home: Home) =>
  home.events.flatMap((event) => (event.kind === 'draft' ? [[event.receipt.skill, event.receipt.status]] : []))
const evidenceCount = async (loop: SkillLoop) =>
  (await loop.review.skills()).find(({ name }) => name === REVIEW_SKILL)?.evidenceCount

/** Has SQLite refuse a write; returns how to end that. */
function refuse(home: Home, when: string): () => void {
  const run = (sql: string) => {
    const db = new Sqlite(home.database)
    db.exec(sql)
    db.close()
  }
  run(`CREATE TRIGGER refused BEFORE ${when} BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`)
  return () => run('DROP TRIGGER refused')
}

describe('streaks that are counted together', () => {
  it('give one version of a skill that is there, which says so and rests on the latest of their turns', async () => {
    const { home, loop } = await opened()
    await count(loop, times(15))
    expect(versions(home).map(({ reason }) => reason)).toEqual([
      'drafted from 3 successful turns',
      `drafted from 12 successful turns; ${COUNTED_TOGETHER}`,
    ])
    const latest = rows<{ id: string }>(home, 'SELECT id FROM turns ORDER BY at DESC LIMIT 12').map(({ id }) => id)
    expect(JSON.parse(versions(home)[1]?.evidence_json ?? '')).toEqual(latest.reverse())
    expect(rows<{ reason: string }>(home, "SELECT reason FROM ledger WHERE move = 'draft'")[1]?.reason).toContain(
      COUNTED_TOGETHER,
    )
    expect([await evidenceCount(loop), waiting(home)]).toEqual([15, []])
    expect(home.events.filter(({ kind }) => kind === 'version')).toEqual([
      { kind: 'version', skill: REVIEW_SKILL, streaks: 1, ms: expect.any(Number) },
      { kind: 'version', skill: REVIEW_SKILL, streaks: 4, ms: expect.any(Number) },
    ])
    expect(drafts(home)).toEqual(['drafted', ...times(4, 'updated')].map((status) => [REVIEW_SKILL, status]))
  })

  it('share a version over several counts where the process goes on, but for the first of a skill', async () => {
    const { home, loop } = await opened()
    const store = async (first: number, n: number) => {
      const transcript_path = session(times(n), `l${first}`, first)
      const payload = { hook_event_name: 'SessionEnd', session_id: `l${first}`, transcript_path }
      await loop.upkeep.receive('claude-code', payload, { folders: [dirname(transcript_path)], later: true })
    }
    for (const first of [0, 6, 12]) {
      await store(first, 6)
      expect(await loop.upkeep.count({ later: true })).toBe(first === 0 ? 3 : 0)
      expect([versions(home).length, await evidenceCount(loop)]).toEqual([1, 3])
    }
    expect(drafts(home)).toEqual([[REVIEW_SKILL, 'drafted']])
    expect(await loop.upkeep.count()).toBe(15)
    expect(versions(home).at(-1)?.reason).toContain('one version for 5 streaks')
    expect([versions(home).length, await evidenceCount(loop), waiting(home)]).toEqual([2, 18, []])
  })

  it('come to the same skill as one after the other, but for the versions between', async () => {
    const [one, other] = [new Home(), new Home()]
    const requests = Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? REVIEW : 'fix the failing lint errors'))
    const together = await one.open()
    await count(together, requests)
    const alone = await other.open()
    for (const request of requests) await alone.endOfRun(turn(request))
    const made = async (loop: SkillLoop) =>
      (await loop.review.skills()).map(({ name, status, description, evidenceCount: n }) => [
        name,
        status,
        description,
        n,
      ])
    expect(await made(together)).toEqual(await made(alone))
    expect([versions(one).length, versions(other).length]).toEqual([4, 8])
  })

  it('are drafted before a message takes one of their turns back, so that the draft can be withdrawn', async () => {
    const { home, loop } = await opened()
    // In a file of its own, so that the reader of the turns does not see it.
    await loop.upkeep.import('claude-code', [session(times(9), 's'), session(['no, that is wrong, revert it'], 's', 9)])
    expect(rows(home, 'SELECT status FROM skills')).toEqual([{ status: 'archived' }])
    expect(drafts(home)).toEqual(['drafted', ...times(2, 'updated')].map((status) => [REVIEW_SKILL, status]))
    expect(waiting(home)).toEqual([])
  })

  it('are drafted one by one where one version for all cannot be stored', async () => {
    const { home, loop } = await opened()
    const end = refuse(home, `INSERT ON skill_versions WHEN NEW.reason LIKE '%counted together%'`)
    await count(loop, times(15))
    end()
    expect(versions(home)).toHaveLength(5)
    expect([await evidenceCount(loop), waiting(home)]).toEqual([15, []])
  })

  it.each([
    { attempts: 4, as: 'together, where their process ended', made: 1 },
    { attempts: 8, as: 'one by one, where the process that resumed them ended, too', made: 4 },
  ])('are drafted by the next start $as', async ({ attempts, made }) => {
    const { home, loop } = await opened()
    await count(loop, times(15))
    const drafts = versions(home)
    const db = new Sqlite(home.database)
    const evidence = JSON.parse(drafts[1]?.evidence_json ?? '') as string[]
    for (const from of [0, 3, 6, 9])
      db.prepare(
        'INSERT INTO triggers (id, signature, turn_ids_json, pid, claimed_at, attempts) VALUES (?, ?, ?, ?, ?, ?)',
      ).run(
        `left-${from}`,
        'branch-changes-review',
        JSON.stringify(evidence.slice(from, from + 3)),
        999_999,
        0,
        attempts,
      )
    db.close()
    home.events.length = 0
    await home.open()
    expect(waiting(home)).toEqual([])
    expect(versions(home).length - drafts.length).toBe(made)
    expect(home.events.filter(({ kind }) => kind === 'repaired')).toEqual([
      { kind: 'repaired', what: `finished an interrupted draft: ${REVIEW_SKILL} is updated` },
    ])
  })

  it('are finished by the next start where their version was stored and could not be placed', async () => {
    const { home, loop } = await opened()
    await count(loop, times(3))
    const end = refuse(home, 'UPDATE OF digest ON skills WHEN NEW.digest IS NOT OLD.digest')
    await count(loop, times(9, `${REVIEW} again`))
    end()
    expect([versions(home).length, waiting(home).length]).toEqual([2, 1])
    await loop[Symbol.asyncDispose]()
    home.now = new Date(home.now.getTime() + 86_400_000)
    const later = await home.open()
    expect(versions(home)).toHaveLength(2)
    expect([await evidenceCount(later), waiting(home)]).toEqual([12, []])
  })
})
