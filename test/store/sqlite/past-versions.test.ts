import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSkillLoop } from '../../../src/app/open-skill-loop.ts'
import { KEPT_VERSIONS } from '../../../src/store/sqlite/version-rows.ts'
import { scratch } from '../../scratch.ts'

const DAY_MS = 86_400_000
const SKILL = 'auto-branch-changes-review'

/** A home whose owner asks for the same thing in another way each month. */
class Years {
  readonly home = scratch()
  at = Date.parse('2026-01-01T00:00:00Z')
  #asked = 0

  open() {
    return openSkillLoop({
      env: {
        HOME: this.home,
        WAYLAND_CONFIG_DIR: join(this.home, 'config'),
        WAYLAND_DATA_DIR: join(this.home, 'data'),
      },
      settings: { 'bucket.grouping': 'signature' },
      now: () => new Date(this.at),
    })
  }

  /** Its runs end in different ways, so that each version says what they share and takes the place of the one before. */
  async month(command: string): Promise<void> {
    await using loop = await this.open()
    for (let i = 0; i < 3; i++) {
      const receipt = await loop.endOfRun({
        userInput: 'review the changes on the branch',
        outcome: 'success',
        toolCalls: ['git diff main...HEAD', 'npm test', `${command}-${i}`].map((line) => ({
          name: 'Bash',
          input: { command: line },
          ok: true,
        })),
        timestamp: new Date(this.at),
        sessionId: 's',
        promptId: `p${++this.#asked}`,
      })
      expect(receipt.status).toBe('recorded')
    }
  }

  async retain(): Promise<void> {
    this.at += 2 * DAY_MS
    await using loop = await this.open()
    while (await loop.upkeep.retain());
  }

  /** Versions of the skill; the draft of the task that was split from it has its own. */
  get versions(): number {
    return this.count(`skill_versions WHERE skill_id = (SELECT id FROM skills WHERE name = '${SKILL}')`)
  }

  get prompts(): number {
    return this.count(`evolved_prompts WHERE skill_name = '${SKILL}'`)
  }

  count(from: string): number {
    const db = new Sqlite(join(this.home, 'data', 'wayland-core.db'), { readonly: true })
    const found = db.prepare<[], number>(`SELECT count(*) FROM ${from}`).pluck().get()
    db.close()
    return found ?? Number.NaN
  }
}

it('keeps the newest versions of a draft and no more, and says of an older one that it is gone', async () => {
  const life = new Years()
  for (let round = 0; round < KEPT_VERSIONS + 10; round++) await life.month(`npm run step-${round}`)
  const [before, bytes] = [life.versions, life.count('blobs')]
  expect(before).toBeGreaterThan(KEPT_VERSIONS)
  expect(life.prompts).toBeGreaterThan(KEPT_VERSIONS)

  await life.retain()
  expect(life.versions).toBe(KEPT_VERSIONS)
  expect(life.prompts).toBe(KEPT_VERSIONS)
  expect(life.count('blobs')).toBeLessThan(bytes)
  expect(life.count('version_files WHERE version_id NOT IN (SELECT id FROM skill_versions)')).toBe(0)

  {
    await using loop = await life.open()
    const kept = new Set((await loop.review.versions(SKILL)).map(({ id }) => id))
    const lines = (await loop.review.history(SKILL)).filter(({ versionId }) => versionId !== null)
    const [gone, there] = [lines.find((line) => !kept.has(line.versionId ?? '')), lines.at(-2)]
    await expect(loop.review.move(SKILL, 'rollback', { entry: gone?.id ?? 0 })).rejects.toThrow('is not kept any more')
    expect((await loop.review.move(SKILL, 'rollback', { entry: there?.id ?? 0 })).name).toBe(SKILL)
    expect(await loop.upkeep.check()).toEqual([])
  }
  // The next draft gets a number that none had before.
  await life.month('npm run last')
  const twice = 'SELECT 1 FROM evolved_prompts GROUP BY skill_name, generation HAVING count(*) > 1'
  expect(life.count(`(${twice})`)).toBe(0)
})

it('keeps what a person promoted, whatever was proposed since', async () => {
  const life = new Years()
  await life.month('npm run first')
  let promoted = ''
  {
    await using loop = await life.open()
    await loop.review.move(SKILL, 'promote')
    promoted = (await loop.load(SKILL)).text
  }
  for (let round = 0; round < KEPT_VERSIONS + 4; round++) await life.month(`npm run step-${round}`)
  expect(life.versions).toBeGreaterThan(KEPT_VERSIONS + 2)
  await life.retain()
  // What was promoted, and the draft that it was made from.
  expect(life.versions).toBe(KEPT_VERSIONS + 2)
  await using loop = await life.open()
  expect((await loop.load(SKILL)).text).toBe(promoted)
  expect(await loop.upkeep.check()).toEqual([])
})

it('keeps after a year how a skill began and what a person did, and no line about drafts that are gone', async () => {
  const life = new Years()
  for (let round = 0; round < KEPT_VERSIONS + 10; round++) await life.month(`npm run step-${round}`)
  {
    await using loop = await life.open()
    await loop.review.move(SKILL, 'promote')
  }
  await life.retain()
  const gone = "ledger WHERE version_id NOT IN (SELECT id FROM skill_versions) AND move = 'draft'"
  const before = life.count(gone)
  expect(before).toBeGreaterThan(5)
  life.at += 400 * DAY_MS
  await life.retain()
  expect(life.count(gone)).toBeLessThanOrEqual(2)
  await using loop = await life.open()
  const history = await loop.review.history(SKILL)
  expect(history.some(({ move }) => move === 'promote')).toBe(true)
  expect(history.some(({ fromStatus }) => fromStatus === null)).toBe(true)
  expect(await loop.upkeep.check()).toEqual([])
})

it('keeps the newest verdicts, and what a person accepted', async () => {
  const life = new Years()
  await life.month('npm run first')
  const db = new Sqlite(join(life.home, 'data', 'wayland-core.db'))
  const add = db.prepare('INSERT INTO verdicts (digest, rules, severity, findings_json, accepted) VALUES (?,?,?,?,?)')
  db.transaction(() => {
    for (let n = 0; n < 50_100; n++) add.run(`digest-${n}`, 'r', n === 0 ? 'block' : 'clear', '[]', n === 0 ? 1 : 0)
  })()
  db.close()
  await life.retain()
  await life.retain()
  expect(life.count('verdicts')).toBeLessThanOrEqual(50_001)
  expect(life.count("verdicts WHERE digest = 'digest-0'")).toBe(1)
  expect(life.count("verdicts WHERE digest = 'digest-50099'")).toBe(1)
})
