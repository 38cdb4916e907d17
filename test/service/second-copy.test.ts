import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drafted, Home, REVIEW_SKILL } from './home.ts'

describe('the second copy of a draft', () => {
  const copy = (home: Home) => join(home.root, 'second', 'skills', 'auto', 'branch-changes-review', 'SKILL.md')
  const text = (home: Home) => readFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), 'utf8')

  it('lies below WAYLAND_HOME under the bare signature, and follows a second draft', async () => {
    const home = new Home()
    const loop = await home.open({ settings: { home: join(home.root, 'second') } })
    await drafted(loop)
    expect(readFileSync(copy(home), 'utf8')).toBe(text(home))
    await drafted(loop, 'the branch: review its changes')
    expect(readFileSync(copy(home), 'utf8')).toBe(text(home))
    expect(home.warnings).toEqual([])
  })

  it('is never written over what a person made of it', async () => {
    const home = new Home()
    const loop = await home.open({ settings: { home: join(home.root, 'second') } })
    await drafted(loop)
    writeFileSync(copy(home), 'mine')
    expect((await drafted(loop)).draft?.status).toBe('updated')
    expect(readFileSync(copy(home), 'utf8')).toBe('mine')
    expect(home.warnings).toEqual([expect.stringContaining('second copy')])
  })
})
