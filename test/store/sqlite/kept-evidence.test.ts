import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.ts'
import { KEPT_VERSIONS } from '../../../src/store/sqlite/version-rows.ts'
import { Home, REVIEW, REVIEW_SKILL, turn } from '../../service/home.ts'
import { options } from './database.ts'

const DAY_MS = 86_400_000
const call = (command: string) => ({ name: 'Bash', input: { command }, ok: true })

/** A home whose skill gets a version a month. */
class Months extends Home {
  threshold = 3

  /** Its runs end in different ways, so that each version says what they share and takes the place of the one before. */
  async month(command: string): Promise<void> {
    this.now = new Date(this.now.getTime() + 40 * DAY_MS)
    await using loop = await this.open({ settings: { 'bucket.threshold': this.threshold } })
    for (let i = 0; i < this.threshold; i++) {
      const toolCalls = [call('git diff main...HEAD'), call('npm test'), call(`${command}-${i}`)]
      const { status } = await loop.endOfRun(turn(REVIEW, { timestamp: this.now, toolCalls }))
      expect(status).toBe('recorded')
    }
  }

  /** A pass in which the rows are above every bound, or below it. */
  async retain(maxBytes: number): Promise<void> {
    this.now = new Date(this.now.getTime() + 40 * DAY_MS)
    const now = this.now.getTime()
    await using store = openSqliteStore(options({ file: this.database }))
    const rule = { now, turnsBefore: 0, decisionsBefore: 0, streaksFrom: now, maxBytes, isGone: () => false }
    while ((await store.retain(rule)).more);
  }

  async versions(): Promise<readonly string[]> {
    await using loop = await this.open()
    return (await loop.review.versions(REVIEW_SKILL)).map(({ version }) => version)
  }

  async evidence(): Promise<readonly string[]> {
    await using loop = await this.open()
    return (await loop.review.evidence(REVIEW_SKILL))?.runs.map(({ turnId }) => turnId) ?? []
  }

  turns(): number {
    const db = new Sqlite(this.database, { readonly: true })
    const count = db.prepare<[], number>('SELECT count(*) FROM turns').pluck().get() ?? 0
    db.close()
    return count
  }
}

it('keeps above the bound the newest versions and what the one in use was drafted from, and below it what any was', async () => {
  const home = new Months()
  for (let i = 0; i < 7; i++) await home.month(`make check-${i}`)
  await home.retain(1e12)
  await home.retain(1e12)
  expect(home.turns()).toBe(21)
  const [used, versions] = [await home.evidence(), await home.versions()]
  expect([used.length <= 12, versions.length]).toEqual([true, 7])
  await home.retain(0)
  expect(await home.versions()).toEqual(versions.slice(-3))
  expect(home.turns()).toBeLessThan(21)
  expect(home.turns()).toBeGreaterThanOrEqual(used.length)
  expect(await home.evidence()).toEqual(used)
})

it('keeps above the bound what the draft below a person’s version was made from, and the version that waits', async () => {
  const home = new Months()
  for (let i = 0; i < 6; i++) await home.month(`make check-${i}`)
  const used = await home.evidence()
  appendFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), '\nAsk before you merge.\n')
  for (let i = 6; i < 12; i++) await home.month(`make check-${i}`)
  await home.retain(0)
  await home.retain(0)
  expect(await home.evidence()).toEqual(used)
  expect(home.turns()).toBeLessThan(36)
})

it('keeps what a skill rests on that a person edited twice, when many proposals came and the last was rejected', async () => {
  const home = new Months()
  for (let i = 0; i < 3; i++) await home.month(`make check-${i}`)
  const used = await home.evidence()
  expect(used).toHaveLength(9)
  for (const words of ['Ask before you merge.', 'Ask twice.']) {
    appendFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), `\n${words}\n`)
    await using loop = await home.open()
    await loop.review.skills()
  }
  home.threshold = 1
  for (let i = 0; i < KEPT_VERSIONS + 3; i++) await home.month(`make check-${i}-later`)
  {
    await using loop = await home.open()
    await loop.review.move(REVIEW_SKILL, 'reject')
  }
  for (const maxBytes of [1e12, 1e12, 0, 0]) await home.retain(maxBytes)
  const names = await home.versions()
  expect([names.includes('0.1.0'), names.includes('0.1.2')]).toEqual([false, true])
  expect(await home.evidence()).toEqual(used)
})
