import { describe, expect, it } from 'vitest'
import { Home, turn } from './home.ts'

describe('the name that a streak is drafted under', () => {
  it('is one of its own where its group has the name of a skill that it does not resemble', async () => {
    const loop = await new Home().open({ settings: { 'bucket.grouping': 'similar' } })
    const drafts = []
    for (const request of [
      'fix lint errors',
      'fix lint',
      'fix lint errors please',
      'fix tests',
      'fix the test, the code is right',
      'fix mise test',
    ])
      drafts.push((await loop.endOfRun(turn(request))).draft)
    expect(drafts.filter((draft) => draft !== null)).toMatchObject([
      { status: 'drafted', skill: expect.stringContaining('lint') },
      { status: 'drafted', skill: expect.stringContaining('test') },
    ])
    expect((await loop.review.skills()).map(({ evidenceCount }) => evidenceCount)).toEqual([3, 3])
  })

  it('is that of its group while it is for the same, and an exact streak keeps its own', async () => {
    const loop = await new Home().open({ settings: { 'bucket.grouping': 'similar' } })
    for (const request of ['add a test for the parser', 'add a test for the lexer', 'add a test for the printer'])
      await loop.endOfRun(turn(request))
    const [skill] = await loop.review.skills()
    for (const request of ['add a test for the linker', 'add a test for the loader', 'add a test for the parser'])
      await loop.endOfRun(turn(request))
    expect((await loop.review.skills()).map(({ name, evidenceCount }) => [name, evidenceCount])).toEqual([
      [skill?.name, 6],
    ])
  })

  it('is that of the skill that most of its turns made, where they did the same', async () => {
    const loop = await new Home().open({ settings: { 'bucket.grouping': 'similar' } })
    const toolCalls = ['git checkout main', 'git pull'].map((command) => ({
      name: 'Bash',
      input: { command },
      ok: true,
    }))
    for (const request of ['checkout the main branch', ...Array.from({ length: 3 }, () => 'ok lets get back to main')])
      await loop.endOfRun(turn(request, { toolCalls }))
    expect(await loop.review.skills()).toMatchObject([{ name: 'auto-branch-checkout-main' }])
  })
})
