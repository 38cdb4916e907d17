import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { LoopEvent } from '../../src/domain/event.ts'
import { SkillIndex } from '../../src/domain/retrieval/skill-index.ts'
import { RULES_VERSION } from '../../src/domain/safety/rules-version.ts'
import { createSkillSearch, type SkillSearchParts } from '../../src/service/skill-search.ts'
import { openIndexFile } from '../../src/store/index-file.ts'
import type { SkillRecord } from '../../src/store/skill-records.ts'
import { scratch } from '../scratch.ts'

const record = (name: string, description: string, more: Partial<SkillRecord> = {}): SkillRecord => ({
  id: name,
  name,
  origin: 'person',
  status: 'active',
  signature: null,
  description,
  triggers: [],
  body: '',
  path: `/skills/${name}`,
  needsReview: false,
  evidenceCount: 0,
  headVersion: '0.1.0',
  digest: 'd',
  stamp: 's',
  rules: RULES_VERSION,
  altered: false,
  createdAt: 0,
  ...more,
})

const many = (count: number, of = 'thing'): SkillRecord[] =>
  Array.from({ length: count }, (_, i) => record(`${of}-${i}`, `Polish the ${of} number${i}`))

/** A search over a file of this test's own, with the work in the background run when the test says so. */
class Bench {
  readonly path = `${scratch()}/db.index`
  readonly events: LoopEvent[] = []
  skills: readonly SkillRecord[]
  #waiting: (() => void) | undefined

  constructor(skills: readonly SkillRecord[]) {
    this.skills = skills
  }

  start(changes?: SkillSearchParts['changes']) {
    let n = 0
    return createSkillSearch({
      file: openIndexFile(this.path, () => `${++n}`),
      offered: async () => this.skills,
      ...(changes && { changes }),
      later: (run) => {
        this.#waiting = run
        return () => {
          this.#waiting = undefined
        }
      },
      pause: async () => {},
      tell: (event) => this.events.push(event),
    })
  }

  /** Whether anything waits to be done in the background. */
  get waits(): boolean {
    return this.#waiting !== undefined
  }

  background(): void {
    this.#waiting?.()
    this.#waiting = undefined
  }

  get told(): string[] {
    return this.events.map((event) => ('what' in event ? `${event.kind}: ${event.what}` : event.kind))
  }

  get saved(): SkillIndex {
    const found = SkillIndex.load(readFileSync(this.path))
    if ('refused' in found) throw new Error(found.refused)
    return found.index
  }
}

describe('the saved index', () => {
  it('is written when there was none, for its owner alone and without leftovers, and read at the next start', async () => {
    const bench = new Bench(many(3))
    const search = bench.start()
    await search.keep(bench.skills)
    await search.close()
    expect(statSync(bench.path).mode & 0o777).toBe(0o600)
    expect(readdirSync(bench.path.slice(0, bench.path.lastIndexOf('/')))).toEqual(['db.index'])
    expect(bench.told).toEqual(['repaired: there was no saved skill index: built it from the text of 3 skills'])
    const again = bench.start()
    await again.keep(bench.skills)
    expect(again.search('polish number2', 3)).toEqual(search.search('polish number2', 3))
    await again.close()
    expect(bench.told).toHaveLength(1)
  })

  it('is not rewritten by a process that changed nothing and only catches up with little', async () => {
    const bench = new Bench(many(30))
    await whole(bench)
    const before = readFileSync(bench.path)
    bench.skills = [...bench.skills.slice(1), record('other', 'Water the roses')]
    const search = bench.start()
    await search.keep(bench.skills)
    expect(search.search('water the roses', 1)[0]?.id).toBe('other')
    expect(search.search('polish number0', 30).map(({ id }) => id)).not.toContain('thing-0')
    await search.close()
    expect(readFileSync(bench.path).equals(before)).toBe(true)
  })

  it('follows when this process changed the skills, though nobody searched', async () => {
    const bench = new Bench(many(3))
    await whole(bench)
    bench.skills = [record('other', 'Water the roses')]
    const search = bench.start()
    search.changed()
    await search.close()
    expect([...bench.saved.ids()]).toEqual(['other'])
  })

  it('follows in the background when many skills changed by another hand', async () => {
    const bench = new Bench(many(3))
    await whole(bench)
    bench.skills = [...bench.skills, ...many(40, 'other')]
    const search = bench.start()
    await search.keep(bench.skills)
    expect(bench.waits).toBe(true)
    bench.background()
    await search.close()
    expect(bench.saved.size).toBe(43)
  })

  it('is marked anew where many rows changed and no text did, so that they are compared once', async () => {
    const bench = new Bench(many(600))
    const marked = (change: number) => ({
      mark: async () => ({ change, token: `t${change}`, rule: 'r' }),
      changedSince: async () => ({ names: bench.skills.map(({ name }) => name), skills: bench.skills }),
    })
    const first = bench.start(marked(1))
    await first.keep()
    await first.close()
    expect(bench.saved.mark).toMatchObject({ change: 1 })
    bench.skills = bench.skills.map((skill) => ({ ...skill, stamp: 'moved' }))
    const second = bench.start(marked(2))
    await second.keep()
    expect(bench.waits).toBe(true)
    await second.close()
    expect(bench.saved.mark).toMatchObject({ change: 2 })
  })

  it('is said to be of other skills when hardly any of it could be used', async () => {
    const bench = new Bench(many(60))
    await whole(bench)
    bench.skills = many(50, 'other')
    const search = bench.start()
    await search.keep(bench.skills)
    await search.close()
    expect(bench.told.slice(1)).toEqual([
      'repaired: the saved skill index did not match: read the text of 110 skills again',
    ])
    expect(bench.saved.size).toBe(50)
  })

  it.each([
    ['cut short', (bytes: Buffer) => bytes.subarray(0, bytes.length - 1), 'was cut short or altered'],
    ['from another version', (bytes: Buffer) => Buffer.from(bytes.with(4, 77)), 'was of another version'],
    ['no index at all', () => Buffer.from('hello'), 'is none'],
    ['empty', () => Buffer.alloc(0), 'is none'],
  ])('that is %s is built anew, said once, and answers right', async (_, damage, words) => {
    const bench = new Bench(many(20))
    const before = await whole(bench)
    writeFileSync(bench.path, damage(readFileSync(bench.path)))
    const search = bench.start()
    await search.keep(bench.skills)
    expect(search.search('polish number7', 5)).toEqual(before.search('polish number7', 5))
    await search.close()
    const next = bench.start()
    await next.keep(bench.skills)
    await next.close()
    expect(bench.told.slice(1)).toEqual([expect.stringContaining(words)])
  })

  it('cut at any length is built anew', async () => {
    const bench = new Bench(many(4))
    await whole(bench)
    const bytes = readFileSync(bench.path)
    for (let length = 0; length < bytes.length; length += 997) {
      writeFileSync(bench.path, bytes.subarray(0, length))
      const search = bench.start()
      await search.keep(bench.skills)
      expect(search.search('polish number3', 1)[0]?.id).toBe('thing-3')
      await search.close()
      expect(bench.saved.size).toBe(4)
    }
  })

  it('that cannot be read or written is warned of, and answers stay right', async () => {
    const bench = new Bench(many(4))
    mkdirSync(bench.path)
    const search = bench.start()
    await search.keep(bench.skills)
    expect(search.search('polish number3', 1)[0]?.id).toBe('thing-3')
    await search.close()
    expect(bench.told.filter((line) => line.startsWith('warning'))).toEqual([
      expect.stringContaining('could not be read'),
      expect.stringContaining('was not saved'),
    ])
    expect(readdirSync(bench.path.slice(0, bench.path.lastIndexOf('/')))).toEqual(['db.index'])
  })

  it('is the last whole one when two processes save at once', async () => {
    const bench = new Bench(many(5))
    const other = openIndexFile(bench.path, () => 'other')
    const [search, bytes] = [bench.start(), new SkillIndex().save()]
    await search.keep(bench.skills)
    await Promise.all([
      search.close(),
      ...Array.from({ length: 5 }, async (_, i) => await writeAs(bench.path, i, bytes)),
    ])
    const read = await other.read()
    expect(SkillIndex.load(read ?? new Uint8Array())).toHaveProperty('index')
    expect(readdirSync(bench.path.slice(0, bench.path.lastIndexOf('/')))).toEqual(['db.index'])
  })
})

describe('an index in memory', () => {
  it('that was changed again and again takes no more room than its skills need, and misses nothing', async () => {
    const bench = new Bench(many(20))
    const search = bench.start()
    await search.keep(bench.skills)
    bench.background()
    await expect.poll(() => existsSync(bench.path)).toBe(true)
    const least = search.bytes
    let round = 0
    const change = async () => {
      bench.skills = bench.skills.map((skill) => ({ ...skill, body: `Step ${++round} of ${skill.name}` }))
      await search.keep(bench.skills)
      bench.background()
      return search.bytes
    }
    for (let i = 0; i < 50; i++) await change()
    await expect.poll(change, { timeout: 20_000 }).toBeLessThan(6 * least)
    await search.keep([...bench.skills, record('other', 'Water the roses')])
    expect(search.search('water the roses', 1)[0]?.id).toBe('other')
    expect(search.search('polish number7', 1)[0]?.id).toBe('thing-7')
    await search.close()
  })
})

describe('the fit', () => {
  it('is learned in the background once there are phrases enough, and saved', async () => {
    const bench = new Bench(phrased(40))
    const search = bench.start()
    await search.keep(bench.skills)
    expect(bench.waits).toBe(true)
    bench.background()
    await expect.poll(() => existsSync(bench.path) && bench.saved.staleness, { timeout: 20_000 }).toBe(0)
    await search.close()
    const again = bench.start()
    await again.keep(bench.skills)
    expect(bench.waits).toBe(false)
  })
})

/** Lives and dies in peace: the index is saved. */
async function whole(bench: Bench) {
  const search = bench.start()
  await search.keep(bench.skills)
  await search.close()
  return search
}

const writeAs = async (path: string, writer: number, bytes: Uint8Array) =>
  await openIndexFile(path, () => `writer-${writer}`).write([bytes])

/** Skills with phrases to learn from, each of its own words. */
const phrased = (count: number): SkillRecord[] =>
  Array.from({ length: count }, (_, i) =>
    record(`task${i}`, `Does task${i} with item${i}`, {
      triggers: [`do task${i} now`, `please item${i} again`, `task${i} and item${i}`, `run job${i}`],
    }),
  )
