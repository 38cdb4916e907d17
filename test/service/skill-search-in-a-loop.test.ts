import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { Home, REVIEW, REVIEW_SKILL, skillMd, withDraft } from './home.ts'

const indexed = (home: Home): readonly string[] => {
  const db = new Sqlite(home.database, { readonly: true })
  const names = db.prepare<[], string>('SELECT skill FROM indexed_skills ORDER BY skill').pluck().all()
  db.close()
  return names
}

describe('a loop', () => {
  it('routes by an index in the database that drafts, new folders and moves keep up to date', async () => {
    const { home, loop } = await withDraft()
    await loop[Symbol.asyncDispose]()
    expect(indexed(home)).toEqual([REVIEW_SKILL])
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    const second = await home.open()
    expect((await second.route({ text: 'bake sourdough bread' })).pick?.skill).toBe('bake')
    expect((await second.route({ text: REVIEW })).candidates[0]?.skill).toBe(REVIEW_SKILL)
    await second.review.move(REVIEW_SKILL, 'archive')
    await second[Symbol.asyncDispose]()
    expect(indexed(home)).toEqual(['bake'])
    expect(home.events.filter(({ kind }) => kind === 'repaired' || kind === 'warning')).toEqual([])
  })

  it.each([
    ['of an older version', `${versionIs(0)}; DELETE FROM indexed_skills`],
    [
      'of which a process was killed while it indexed',
      `${versionIs(-1)}; DELETE FROM indexed_skills WHERE skill > 'bake'`,
    ],
    ['that split texts in another way', versionIs(99)],
  ])('indexes the skills of a database %s, and finds them', async (_, sql) => {
    const home = new Home()
    const names = Array.from({ length: 120 }, (__, n) => `polish-${n}`)
    for (const name of names) home.write(name, skillMd(name, `Polish the ${name.replace('-', '')}.`))
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    await (await home.open())[Symbol.asyncDispose]()
    const db = new Sqlite(home.database)
    db.exec(sql)
    db.close()
    const loop = await home.open({ brief: true })
    expect((await loop.route({ text: 'bake sourdough bread' })).candidates[0]?.skill).toBe('bake')
    expect((await loop.route({ text: 'polish the polish77' })).candidates[0]?.skill).toBe('polish-77')
    await loop[Symbol.asyncDispose]()
    expect(indexed(home)).toEqual(['bake', ...names].sort())
  })

  it('is not held up by a process that searches while another changes the skills', async () => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    const [one, other] = [await home.open(), await home.open()]
    expect((await one.route({ text: 'bake sourdough bread' })).candidates[0]?.skill).toBe('bake')
    home.write('water', skillMd('water', 'Water the roses.'))
    expect((await other.route({ text: 'water the roses' })).candidates[0]?.skill).toBe('water')
    expect((await one.route({ text: 'water the roses' })).candidates[0]?.skill).toBe('water')
    await one[Symbol.asyncDispose]()
    await other[Symbol.asyncDispose]()
  })

  it('without a database finds skills as well', async () => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    const loop = await home.open({ settings: { 'data.dir': null } })
    expect((await loop.route({ text: 'bake sourdough bread' })).pick?.skill).toBe('bake')
    await loop[Symbol.asyncDispose]()
  })
})

const versionIs = (version: number): string =>
  `UPDATE notes SET value_json = json_set(value_json, '$.version', ${version}) WHERE kind = 'index'`
