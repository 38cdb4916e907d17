import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { parseSkillMd } from '../../src/domain/skill-md-format.ts'
import { drafted, Home, opened, REVIEW, REVIEW_SKILL, skillMd, turn, withDraft } from './home.ts'

const file = (home: Home, path = 'SKILL.md') => join(home.skills, REVIEW_SKILL, path)
const text = (home: Home, path = 'SKILL.md') => readFileSync(file(home, path), 'utf8')
const manifest = (home: Home) => JSON.parse(text(home, 'manifest.json')) as Record<string, unknown>

function rows(home: Home) {
  const db = new Sqlite(home.database, { readonly: true })
  const found = db.prepare('SELECT * FROM evolved_prompts ORDER BY generation').all() as Record<string, unknown>[]
  db.close()
  return found
}

describe('the first draft', () => {
  it('writes SKILL.md and its manifest, and a row with a prior', async () => {
    const home = new Home()
    const { draft, streak } = await drafted(await home.open())
    expect({ streak, draft }).toEqual({
      streak: 3,
      draft: { status: 'drafted', skill: REVIEW_SKILL, path: join(home.skills, REVIEW_SKILL) },
    })
    expect(parseSkillMd(text(home))).toMatchObject({
      name: REVIEW_SKILL,
      metadata: { signature: 'branch-changes-review' },
    })
    expect(Object.entries(manifest(home)).slice(0, 8)).toEqual([
      ['name', REVIEW_SKILL],
      ['auto_drafted', true],
      ['drafted_at', '2026-03-01T00:00:00.000Z'],
      ['signature', 'branch-changes-review'],
      ['evidence_count', 3],
      ['needs_review', true],
      ['score', 0.7],
      ['scorer', 'auto_drafter'],
    ])
    expect(rows(home)).toMatchObject([
      {
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
        skill_name: REVIEW_SKILL,
        parent_id: null,
        score: 0.7,
        score_measured: 0,
        scorer: 'auto_drafter',
        generation: 0,
        created_at: Date.UTC(2026, 2, 1) / 1000,
      },
    ])
  })

  it('lists in its manifest what it says to do, and not what one of its runs did beside that', async () => {
    const { home, loop } = await opened()
    const ran = (...lines: readonly string[]) => ({
      toolCalls: lines.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
    })
    for (const lines of [['npm test'], ['npm test', 'git push origin main'], ['npm test']])
      await loop.endOfRun(turn(REVIEW, ran(...lines)))
    expect(text(home, 'references/evidence.md')).toContain('git push origin main')
    expect(manifest(home).capabilities).toEqual([{ kind: 'runs', what: 'npm' }])
  })

  it('keeps its own name although words that only a machine makes stand behind "Signature:"', async () => {
    const loop = await new Home().open()
    let last = null
    for (const at of ['01.39.27', '01.48.00', '01.27.21'])
      last = await loop.endOfRun({
        userInput: `'/var/folders/49/l4171l3n219_xwq30fmyzr8w0000gn/T/screencaptureui/TemporaryItems' at ${at} shows the colors`,
        outcome: 'success',
      })
    const path = String(last?.draft?.path)
    expect(last?.draft?.status).toBe('drafted')
    const { name, metadata } = parseSkillMd(readFileSync(join(path, 'SKILL.md'), 'utf8'))
    expect([name, metadata?.signature]).toEqual([last?.draft?.skill, last?.signature])
  })

  it('is in the running loop at once: by name, in the list and among what is offered', async () => {
    const { home, loop } = await opened()
    await loop.route({ text: REVIEW })
    await drafted(loop)
    expect(await loop.load(REVIEW_SKILL)).toMatchObject({ text: text(home), folder: join(home.skills, REVIEW_SKILL) })
    expect(await loop.review.skills()).toMatchObject([
      { name: REVIEW_SKILL, status: 'staged', evidenceCount: 3, score: 0.7 },
    ])
    expect((await loop.route({ text: REVIEW })).pick?.skill).toBe(REVIEW_SKILL)
  })

  it('is refused where a person has a folder of that name, which is not touched', async () => {
    const home = new Home()
    home.write(REVIEW_SKILL, 'mine, and no skill at all')
    const { draft } = await drafted(await home.open())
    expect(draft).toMatchObject({ status: 'refused', reason: expect.stringContaining(REVIEW_SKILL) })
    expect(text(home)).toBe('mine, and no skill at all')
    expect(rows(home)).toEqual([])
  })

  it('is refused where a person has a skill of that name', async () => {
    const home = new Home()
    const mine = skillMd(REVIEW_SKILL, 'My own way to review.')
    home.write(REVIEW_SKILL, mine)
    expect((await drafted(await home.open())).draft?.status).toBe('refused')
    expect(text(home)).toBe(mine)
  })
})

describe('a second draft', () => {
  it('replaces what the system wrote, keeps the first as a version and adds a row', async () => {
    const { home, loop } = await withDraft()
    const before = text(home)
    const again = await drafted(loop, 'the branch: review its changes')
    expect(again.draft).toMatchObject({ status: 'updated', skill: REVIEW_SKILL })
    expect(text(home)).not.toBe(before)
    expect(manifest(home).version).toBe('0.1.1')
    expect((await loop.review.skills()).find(({ name }) => name === REVIEW_SKILL)).toMatchObject({
      version: '0.1.1',
      evidenceCount: 6,
    })
    const own = rows(home).filter((row) => row.skill_name === REVIEW_SKILL)
    expect(own.map((row) => row.generation)).toEqual([0, 1])
    expect(new Set(own.map((row) => row.id)).size).toBe(2)
  })

  it('is only proposed where a person promoted the skill and took a version as it was drafted', async () => {
    const { home, loop } = await withDraft()
    await loop.review.move(REVIEW_SKILL, 'promote')
    await drafted(loop)
    await loop.review.move(REVIEW_SKILL, 'accept')
    const accepted = text(home)
    expect((await drafted(loop)).draft?.status).toBe('proposed')
    expect(text(home)).toBe(accepted)
  })

  it('waits beside a draft that a person edited, whose bytes stay', async () => {
    const { home, loop } = await withDraft()
    writeFileSync(file(home), `${text(home)}\nAlways run the linter first.\n`)
    const edited = text(home)
    expect((await drafted(loop)).draft).toMatchObject({ status: 'proposed', reason: expect.stringContaining('person') })
    expect(text(home)).toBe(edited)
    expect((await loop.review.versions(REVIEW_SKILL)).map(({ author, state }) => `${author} ${state}`)).toEqual([
      'auto accepted',
      'person accepted',
      'auto proposed',
    ])
  })

  it.each(['promote', 'pin'] as const)('waits beside a skill after a person chose to %s it', async (move) => {
    const { home, loop } = await withDraft()
    await loop.review.move(REVIEW_SKILL, 'promote')
    if (move === 'pin') await loop.review.move(REVIEW_SKILL, 'pin')
    const before = text(home)
    expect((await drafted(loop)).draft?.status).toBe('proposed')
    expect(text(home)).toBe(before)
  })

  it.each(['archive', 'revoke'] as const)('is suppressed after a person chose to %s the skill', async (move) => {
    const { home, loop } = await withDraft()
    await loop.review.move(REVIEW_SKILL, move)
    expect((await drafted(loop)).draft).toMatchObject({ status: 'suppressed' })
    expect(readdirSync(home.skills)).toEqual([])
    expect((await loop.route({ text: REVIEW })).pick).toBeNull()
  })

  it('is suppressed after a person removed the folder', async () => {
    const { home, loop } = await withDraft()
    rmSync(join(home.skills, REVIEW_SKILL), { recursive: true })
    expect((await drafted(loop)).draft?.status).toBe('suppressed')
    expect(existsSync(file(home))).toBe(false)
  })
})

describe('what may fail', () => {
  it('is the row: a warning, and the files stand', async () => {
    const { home, loop } = await opened()
    const db = new Sqlite(home.database)
    db.exec("CREATE TRIGGER full BEFORE INSERT ON evolved_prompts BEGIN SELECT raise(ABORT, 'no room'); END")
    db.close()
    expect((await drafted(loop)).draft).toMatchObject({ status: 'drafted' })
    expect(existsSync(file(home))).toBe(true)
    expect(home.warnings).toEqual([expect.stringContaining('not its row in the prompt store')])
    expect((await loop.load(REVIEW_SKILL)).text).toContain(REVIEW_SKILL)
  })

  it('is the second copy: a warning, and the draft stands', async () => {
    const home = new Home()
    writeFileSync(join(home.root, 'second'), 'a file where the folder should be')
    const loop = await home.open({ settings: { home: join(home.root, 'second') } })
    expect((await drafted(loop)).draft?.status).toBe('drafted')
    expect(home.warnings).toEqual([expect.stringContaining('second copy')])
  })

  it('is the skills folder: the receipt says so, the turn is kept, and the next start finishes the draft', async () => {
    const home = new Home()
    mkdirSync(join(home.root, 'config', 'wayland-core'), { recursive: true })
    writeFileSync(home.skills, 'a file where the folder should be')
    {
      const loop = await home.open()
      const receipt = await drafted(loop)
      expect(receipt).toMatchObject({ status: 'recorded', streak: 3, draft: { status: 'failed' } })
      expect(receipt.draft?.reason).toContain(home.skills)
      expect((await loop.upkeep.tally()).turns).toBe(3)
    }
    rmSync(home.skills)
    const later = new Date(home.now.getTime() + 11 * 60_000)
    const next = await home.open({ now: () => later })
    expect(await next.review.skills()).toMatchObject([{ name: REVIEW_SKILL, status: 'staged' }])
    expect(rows(home)).toHaveLength(1)
  })
})

describe('an interrupted draft', () => {
  /** A draft that was replaced by one of another process, and whose own process then died. */
  it('does not put an older draft back over a later one, and is done with', async () => {
    const home = new Home()
    {
      const loop = await home.open()
      await drafted(loop)
      await drafted(loop)
    }
    const db = new Sqlite(home.database)
    const first = db.prepare('SELECT trigger_id, evidence_json FROM skill_versions ORDER BY version').get() as Record<
      string,
      string
    >
    db.prepare('INSERT INTO triggers (id, signature, turn_ids_json, pid, claimed_at) VALUES (?,?,?,?,?)').run(
      first.trigger_id,
      'branch-changes-review',
      first.evidence_json,
      999_999,
      home.now.getTime(),
    )
    db.close()
    const later = text(home)
    const loop = await home.open()
    expect(text(home)).toBe(later)
    expect(await loop.review.skills()).toMatchObject([{ name: REVIEW_SKILL, version: '0.1.1' }])
    expect(rows(home)).toHaveLength(2)
    const after = new Sqlite(home.database, { readonly: true })
    expect(after.prepare('SELECT count(*) AS n FROM triggers').get()).toEqual({ n: 0 })
    after.close()
  })

  it('whose folder was moved away and not yet replaced is finished, not taken for removed', async () => {
    const home = new Home()
    {
      const loop = await home.open()
      await drafted(loop)
    }
    const staging = join(home.root, 'config', 'wayland-core', 'staging')
    renameSync(join(home.skills, REVIEW_SKILL), join(staging, `${REVIEW_SKILL}~old~999999~x`))
    const loop = await home.open()
    expect(await loop.review.skills()).toMatchObject([{ name: REVIEW_SKILL, status: 'staged' }])
    expect((await drafted(loop)).draft?.status).toBe('updated')
    expect(readdirSync(staging)).toEqual([])
  })
})

it('drafts on disk without a database, for as long as the process lives', async () => {
  const { home, loop } = await opened({ settings: { 'data.dir': null } })
  expect(loop.upkeep.database).toEqual({ none: 'no data folder was given' })
  expect((await drafted(loop)).draft?.status).toBe('drafted')
  expect((await drafted(loop)).draft?.status).toBe('updated')
  expect((await loop.route({ text: REVIEW })).pick?.skill).toBe(REVIEW_SKILL)
  await loop.endOfRun(turn(REVIEW))
  expect(await (await home.open({ settings: { 'data.dir': null } })).endOfRun(turn(REVIEW))).toMatchObject({
    streak: 1,
  })
})
