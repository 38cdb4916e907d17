import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scratch } from '../scratch.ts'
import { DRAFT, folderIn, LoopHome, skillMd, snapshot } from './loop-home.ts'

describe('places', () => {
  it('Q09: a folder in the place of SKILL.md is a person’s', async () => {
    const home = new LoopHome()
    mkdirSync(join(home.skills, DRAFT, 'SKILL.md', 'deep'), { recursive: true })
    const before = snapshot(home.skills)
    const loop = await home.open()
    expect(await home.streak(loop)).toMatchObject({ status: 'refused' })
    expect(snapshot(home.skills)).toEqual(before)
  })

  it('Q10 H22: a sibling of the root with the same beginning is no skill and is never deleted', async () => {
    const home = new LoopHome()
    home.person('mine', undefined, `${home.skills}-evil`)
    home.person('mine')
    const before = snapshot(`${home.skills}-evil`)
    const loop = await home.open()
    await loop.review.move('mine', 'archive')
    await loop.review.purge((await loop.review.purgeable()).map(({ id }) => id))
    expect(await loop.review.skills()).toEqual([])
    expect(snapshot(`${home.skills}-evil`)).toEqual(before)
  })

  it('X05: SKILL.md in the root or two folders down is no skill', async () => {
    const home = new LoopHome()
    home.person('a', { 'b/SKILL.md': skillMd('b') })
    writeFileSync(join(home.skills, 'SKILL.md'), skillMd('skills'))
    expect(await (await home.open()).review.skills()).toEqual([])
  })

  it('X04 HX8: a folder without SKILL.md under the draft’s name is a person’s, and no file is planted in it', async () => {
    const home = new LoopHome()
    home.person(DRAFT, { 'scripts/x.sh': 'mine' })
    const before = snapshot(home.skills)
    const loop = await home.open()
    expect(await home.streak(loop)).toMatchObject({ status: 'refused' })
    expect(snapshot(home.skills)).toEqual(before)
  })

  it('AH5: the sweep takes what was staged and nothing else, whatever else lies in the staging folder', async () => {
    const home = new LoopHome()
    mkdirSync(home.staging, { recursive: true })
    writeFileSync(join(home.staging, 'a person’s file'), 'mine')
    mkdirSync(join(home.staging, `${DRAFT}~new~999999999~id`))
    await home.open()
    expect(Object.keys(snapshot(home.staging))).toEqual([home.staging, join(home.staging, 'a person’s file')])
  })

  it('AH5: a staging folder that is a link is not swept', async () => {
    const home = new LoopHome()
    mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
    mkdirSync(join(home.outside, 'x~new~999999999~id'))
    symlinkSync(home.outside, home.staging)
    const before = snapshot(home.outside)
    await home.open()
    expect(snapshot(home.outside)).toEqual(before)
  })

  it('the second copy is not written into a folder behind a link, nor into a person’s', async () => {
    const home = new LoopHome()
    const second = join(home.root, 'second')
    const leaf = join(second, 'skills', 'auto', 'branch-changes-review')
    mkdirSync(join(leaf, '..'), { recursive: true })
    symlinkSync(home.outside, leaf)
    const loop = await home.open({ home: second })
    expect(await home.streak(loop)).toMatchObject({ status: 'drafted' })
    expect(snapshot(home.outside)).toEqual({ [home.outside]: 'folder' })
    expect(home.warnings()).toEqual([expect.stringContaining('second copy')])
    rmSync(leaf)
    mkdirSync(leaf)
    writeFileSync(join(leaf, 'notes.md'), 'mine')
    await home.streak(loop)
    expect(Object.keys(snapshot(leaf))).toEqual([leaf, join(leaf, 'notes.md')])
  })

  it('a person’s skill whose name looks like a staged one is put back under its own', async () => {
    const root = scratch()
    const folder = folderIn(root)
    mkdirSync(join(root, 'skills'), { recursive: true })
    mkdirSync(join(root, 'staging', 'x~old~7~old~999999999~id'), { recursive: true })
    await folder.sweep(async () => true)
    expect(Object.keys(snapshot(join(root, 'skills')))).toEqual([join(root, 'skills'), join(root, 'skills', 'x~old~7')])
  })
})
