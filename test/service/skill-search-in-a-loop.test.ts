import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SkillIndex } from '../../src/domain/retrieval/skill-index.ts'
import { drafted, Home, REVIEW, REVIEW_SKILL, skillMd } from './home.ts'

describe('a loop', () => {
  it('keeps its index beside the database, whoever changed the skills, and routes by it', async () => {
    const home = new Home()
    const index = `${home.database}.index`
    const loop = await home.open()
    await drafted(loop)
    await loop[Symbol.asyncDispose]()
    const saved = () => SkillIndex.load(readFileSync(index)) as { index: SkillIndex }
    expect([...saved().index.ids()]).toEqual([REVIEW_SKILL])
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    const second = await home.open()
    expect((await second.route({ text: 'bake sourdough bread' })).pick?.skill).toBe('bake')
    expect((await second.route({ text: REVIEW })).candidates[0]?.skill).toBe(REVIEW_SKILL)
    await second.review.move(REVIEW_SKILL, 'archive')
    await second[Symbol.asyncDispose]()
    expect([...saved().index.ids()]).toEqual(['bake'])
    expect(home.events.filter(({ kind }) => kind === 'repaired' || kind === 'warning')).toEqual([])
  })

  it('of an older version without an index builds one, and says so once', async () => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    await (await home.open())[Symbol.asyncDispose]()
    rmSync(`${home.database}.index`)
    for (let start = 0; start < 2; start++) {
      const loop = await home.open()
      expect((await loop.route({ text: 'bake sourdough bread' })).pick?.skill).toBe('bake')
      await loop[Symbol.asyncDispose]()
    }
    expect(home.events.filter(({ kind }) => kind === 'repaired')).toHaveLength(1)
  })

  it('without a database leaves no file', async () => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    const loop = await home.open({ settings: { 'data.dir': null } })
    expect((await loop.route({ text: 'bake sourdough bread' })).pick?.skill).toBe('bake')
    await loop[Symbol.asyncDispose]()
    expect(readdirSync(home.root)).toEqual(['config'])
  })
})
