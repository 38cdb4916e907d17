import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { QueueKind, SkillLoop } from '../../src/app/skill-loop.ts'
import { PROPOSED } from '../domain/learning/session.ts'
import { drafted, Home, REVIEW, REVIEW_SKILL, skillMd, turn } from './home.ts'
import { create, home as learningHome, proposing, record } from './learning-home.ts'

type Asked = Partial<Parameters<SkillLoop['review']['queue']>[0]>
const named = async (loop: SkillLoop, kind: QueueKind, asked: Asked = {}) =>
  (await loop.review.queue({ kind, offset: 0, limit: 20, ...asked })).items.map(({ skill }) => skill.name)

describe('the queue', () => {
  it('is filtered by agent and project of the evidence, page by page', async () => {
    const loop = await new Home().open({ settings: { 'bucket.grouping': 'signature' } })
    for (const [request, more] of [
      ['rotate the signing keys', { engine: 'codex', projectDir: '/shop' }],
      ['bundle the mobile assets', { engine: 'pi', projectDir: '/shop' }],
      ['prune the stale caches', { engine: 'pi', projectDir: '/site' }],
    ] as const)
      for (let n = 0; n < 3; n++) await loop.endOfRun(turn(request, more))
    expect(await named(loop, 'draft')).toHaveLength(3)
    expect(await named(loop, 'draft', { engine: 'codex' })).toEqual(['auto-keys-rotate-signing'])
    expect(await named(loop, 'draft', { engine: 'pi', project: '/shop' })).toEqual(['auto-assets-bundle-mobile'])
    expect(await named(loop, 'draft', { project: '/nowhere' })).toEqual([])
    const pages = [0, 1].map(
      async (offset) => await loop.review.queue({ kind: 'draft', offset, limit: 1, engine: 'pi' }),
    )
    const [first, second] = await Promise.all(pages)
    expect([first?.more, second?.more]).toEqual([true, false])
    expect([first, second].flatMap((page) => page?.items.map(({ engines, projects }) => [engines, projects]))).toEqual(
      expect.arrayContaining([
        [['pi'], ['/shop']],
        [['pi'], ['/site']],
      ]),
    )
  })

  it('is filtered by where a skill comes from', async () => {
    const { at, loop } = await learningHome(proposing(create(PROPOSED)))
    at.write('own-way', skillMd('own-way', 'How we do it.'))
    await record(at, loop)
    await loop.learning.learn()
    await drafted(loop)
    const of = async (kind: QueueKind, origin: NonNullable<Asked['origin']>) => await named(loop, kind, { origin })
    expect(await of('draft', 'auto')).toEqual([REVIEW_SKILL])
    expect(await of('draft', 'model')).toEqual(['prisma-schema-change'])
    expect(await of('draft', 'document')).toEqual([])
    expect(await of('used', 'person')).toEqual(['own-way'])
  })

  it('counts and lists the skills beside which a version waits, but those that were put away', async () => {
    const loop = await new Home().open()
    await drafted(loop)
    await loop.review.move(REVIEW_SKILL, 'promote')
    for (let n = 0; n < 3; n++)
      await loop.endOfRun(turn(REVIEW, { toolCalls: [{ name: 'Bash', input: { command: 'make' }, ok: true }] }))
    const proposed = async () => {
      const { items, counts } = await loop.review.queue({ kind: 'proposed', offset: 0, limit: 9 })
      return [counts.proposed, items.map(({ proposed: version }) => version !== undefined)]
    }
    expect(await proposed()).toEqual([1, [true]])
    await loop.review.move(REVIEW_SKILL, 'archive')
    expect(await proposed()).toEqual([0, []])
  })

  it('counts what another process did, and what was edited in place', async () => {
    const home = new Home()
    const [loop, other] = [await home.open(), await home.open()]
    const counts = async () => {
      const { draft, changed, used, withdrawn } = (await loop.review.queue({ kind: 'draft', offset: 0, limit: 1 }))
        .counts
      return [draft, changed, used, withdrawn]
    }
    expect(await counts()).toEqual([0, 0, 0, 0])
    await drafted(other)
    expect(await counts()).toEqual([1, 0, 0, 0])
    await other.review.move(REVIEW_SKILL, 'promote')
    expect(await counts()).toEqual([0, 0, 1, 0])
    appendFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), 'Mine.\n')
    await other.review.skill(REVIEW_SKILL)
    expect(await counts()).toEqual([0, 1, 0, 0])
    await other.review.move(REVIEW_SKILL, 'archive')
    expect(await counts()).toEqual([0, 0, 0, 1])
  })
})
