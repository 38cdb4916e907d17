import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { scratch } from '../scratch.ts'
import { Home, opened, REVIEW, REVIEW_SKILL, skillMd, turn } from './home.ts'

const git = (cwd: string, ...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { cwd, stdio: 'pipe' })

/** A repository with two worktrees, one of them outside of it. */
function worktrees() {
  const root = realpathSync(scratch())
  const app = join(root, 'app')
  mkdirSync(app)
  git(app, 'init', '-q')
  git(app, 'commit', '-q', '--allow-empty', '-m', 'first')
  const [inside, beside] = [join(app, '.claude', 'worktrees', 'brave'), join(root, 'beside')]
  git(app, 'worktree', 'add', '-q', inside)
  git(app, 'worktree', 'add', '-q', beside)
  return { app, inside, beside }
}

const done = async (loop: SkillLoop, ...folders: readonly string[]) => {
  for (const projectDir of folders) await loop.endOfRun(turn(REVIEW, { projectDir }))
}

const pickIn = async (loop: SkillLoop, projectDir?: string) =>
  (await loop.route({ text: REVIEW, ...(projectDir === undefined ? {} : { projectDir }) })).pick?.skill

describe('a draft', () => {
  it('belongs to the repository of its worktrees, and is offered there and not elsewhere', async () => {
    const { app, inside, beside } = worktrees()
    const loop = await new Home().open({ settings: { 'bucket.scope': 'project' } })
    await done(loop, app, inside, beside)
    expect((await loop.review.skill(REVIEW_SKILL)).projects).toEqual([app])
    expect((await loop.review.notes(inside)).turns).toBe(3)
    for (const folder of [app, inside, beside]) expect(await pickIn(loop, folder)).toBe(REVIEW_SKILL)
    expect(await pickIn(loop, realpathSync(scratch()))).toBeUndefined()
    expect(await pickIn(loop, '/gone/elsewhere')).toBeUndefined()
  })

  it('is put into no conversation of the proxy, which knows no folder, unless it is named or made general', async () => {
    const loop = await new Home().open()
    await done(loop, '/p/a', '/p/a', '/p/a')
    let requests = 0
    const put = async (text = REVIEW) =>
      (await loop.offers.converse({ beginning: `b${++requests}`, requests: 1, text })).put?.skill
    expect([await put(), await put(`@@skill=${REVIEW_SKILL} go`)]).toEqual([undefined, REVIEW_SKILL])
    await loop.review.move(REVIEW_SKILL, 'promote', { everywhere: true })
    expect(await put()).toBe(REVIEW_SKILL)
  })

  it('is listed, found and given as context in its own project and where none is told', async () => {
    const loop = await new Home().open()
    await done(loop, '/p/a', '/p/a', '/p/a')
    for (const projectDir of [undefined, '/p/a', '/p/b']) {
      const place = projectDir === undefined ? {} : { projectDir }
      const listed = await loop.offers.listed({ task: REVIEW, ...place })
      const found = await loop.search(REVIEW, place)
      const context = await loop.renderContext(REVIEW, place)
      const isThere = projectDir !== '/p/b'
      expect([listed.skills.length, found.length, context.includes(REVIEW_SKILL)]).toEqual([
        +isThere,
        +isThere,
        isThere,
      ])
    }
  })

  it('is offered where the project of the task, or that of its turns, is not known', async () => {
    const loop = await new Home().open()
    await done(loop, '/p/a', '/p/a', '/p/a')
    expect(await pickIn(loop)).toBe(REVIEW_SKILL)
    const other = await new Home().open()
    for (let n = 0; n < 3; n++) await other.endOfRun(turn())
    expect(await pickIn(other, '/p/a')).toBe(REVIEW_SKILL)
  })

  it('is for all once its turns come from three projects, and stays so', async () => {
    const loop = await new Home().open()
    await done(loop, '/p/a', '/p/b', '/p/b')
    expect((await loop.review.skill(REVIEW_SKILL)).projects).toEqual(['/p/a', '/p/b'])
    expect(await pickIn(loop, '/p/c')).toBeUndefined()
    await done(loop, '/p/c', '/p/c', '/p/c')
    expect(await loop.review.skill(REVIEW_SKILL)).not.toHaveProperty('projects')
    await done(loop, '/p/a', '/p/a', '/p/a')
    expect(await pickIn(loop, '/p/d')).toBe(REVIEW_SKILL)
  })

  it('is for all where a person says so, before and after they took it', async () => {
    const loop = await new Home().open()
    await done(loop, '/p/a', '/p/a', '/p/a')
    await loop.review.move(REVIEW_SKILL, 'promote')
    expect(await pickIn(loop, '/p/b')).toBeUndefined()
    const moved = await loop.review.move(REVIEW_SKILL, 'promote', { everywhere: true })
    expect([moved.status, moved.projects]).toEqual(['active', undefined])
    expect((await loop.review.history(REVIEW_SKILL)).at(-1)).toMatchObject({ reason: 'offered in every project' })
    expect(await pickIn(loop, '/p/b')).toBe(REVIEW_SKILL)

    const other = await new Home().open()
    await done(other, '/p/a', '/p/a', '/p/a')
    expect(await other.review.move(REVIEW_SKILL, 'promote', { everywhere: true })).not.toHaveProperty('projects')
    await expect(other.review.move(REVIEW_SKILL, 'promote')).rejects.toThrow(/it is active/)
  })

  it('of another project is no rival of one that is offered, and is explained', async () => {
    const { home, loop } = await opened()
    await done(loop, '/p/a', '/p/a', '/p/a')
    home.write('house-review', skillMd('house-review', 'Review the changes on the branch.'))
    const there = await loop.route({ text: REVIEW, projectDir: '/p/b' }, { explain: true })
    expect(there.candidates.map(({ skill }) => skill)).toEqual(['house-review'])
    const why = there.explanation?.candidates.find(({ skill }) => skill === REVIEW_SKILL)
    expect(why).toMatchObject({ propensity: 0, why: expect.stringContaining('belongs to another project') })
    await home.open().then(async (alone) => {
      await alone.review.move(REVIEW_SKILL, 'archive')
      const without = await alone.route({ text: REVIEW, projectDir: '/p/b' })
      expect(without.candidates[0]?.relevance).toBeCloseTo(there.candidates[0]?.relevance ?? 0, 1)
    })
  })

  it('is given anywhere to a request that names it', async () => {
    const loop = await new Home().open()
    await done(loop, '/p/a', '/p/a', '/p/a')
    const text = `${REVIEW} @@skill=${REVIEW_SKILL}`
    expect((await loop.route({ text, projectDir: '/p/b' })).pick?.skill).toBe(REVIEW_SKILL)
  })

  it('belongs to its project also after its database was lost, and its folder says nothing of it', async () => {
    const { home, loop } = await opened()
    await done(loop, '/p/a', '/p/a', '/p/a')
    await loop[Symbol.asyncDispose]()
    for (const suffix of ['', '-wal', '-shm']) rmSync(home.database + suffix, { force: true })
    for (const file of ['SKILL.md', 'manifest.json'])
      expect(readFileSync(join(home.skills, REVIEW_SKILL, file), 'utf8')).not.toContain('/p/a')
    const again = await home.open()
    expect((await again.review.skill(REVIEW_SKILL)).projects).toEqual(['/p/a'])
    expect(await pickIn(again, '/p/b')).toBeUndefined()
  })

  it('that a person replaced by a skill of their own is for all', async () => {
    const { home, loop } = await opened()
    await done(loop, '/p/a', '/p/a', '/p/a')
    await loop.review.move(REVIEW_SKILL, 'archive')
    home.write(REVIEW_SKILL, skillMd(REVIEW_SKILL, 'Review the changes on the branch as we do.'))
    expect(await pickIn(loop, '/p/b')).toBe(REVIEW_SKILL)
  })
})
