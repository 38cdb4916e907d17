import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Home } from '../cli/command-line.ts'
import { scratch } from '../scratch.ts'
import { DRAFT, folderIn, LoopHome, named, opened, skillMd, snapshot } from './loop-home.ts'

describe('links', () => {
  it('X01: a dangling SKILL.md link is a person’s, and nothing is written where it points', async () => {
    const home = new LoopHome()
    const folder = join(home.skills, DRAFT)
    mkdirSync(folder, { recursive: true })
    symlinkSync(join(home.outside, 'planted.md'), join(folder, 'SKILL.md'))
    const before = snapshot(home.root)
    const loop = await home.open()
    expect(await home.streak(loop)).toMatchObject({ status: 'refused' })
    expect(snapshot(home.outside)).toEqual({ [home.outside]: 'folder' })
    expect(snapshot(folder)).toEqual(Object.fromEntries(Object.entries(before).filter(([p]) => p.startsWith(folder))))
  })

  it('X01: a dangling link in the place of the folder is not written through', async () => {
    const home = new LoopHome()
    mkdirSync(home.skills, { recursive: true })
    symlinkSync(join(home.outside, 'not-there'), join(home.skills, DRAFT))
    const loop = await home.open()
    expect(await home.streak(loop)).toMatchObject({ status: 'refused' })
    expect(snapshot(home.outside)).toEqual({ [home.outside]: 'folder' })
  })

  it('Q08 H09 H21 AH2: a skill folder that is a link out of the root is read, and never written through', async () => {
    const home = new LoopHome()
    home.person(DRAFT, { 'SKILL.md': skillMd(DRAFT), 'notes.md': 'mine' }, home.outside)
    mkdirSync(home.skills, { recursive: true })
    symlinkSync(join(home.outside, DRAFT), join(home.skills, DRAFT))
    const before = snapshot(home.outside)
    const loop = await home.open()
    expect(await named(loop, DRAFT)).toMatchObject({ origin: 'person', status: 'active' })
    expect(await home.streak(loop)).toMatchObject({ status: 'refused' })
    await loop.review.move(DRAFT, 'archive')
    await loop.review.move(DRAFT, 'restore')
    await loop.review.move(DRAFT, 'promote').catch(() => {})
    await loop.review.move(DRAFT, 'revoke')
    await loop.review.purge((await loop.review.purgeable()).map(({ id }) => id))
    expect(snapshot(home.outside)).toEqual(before)
  })

  it('Q08: a rollback that would write through a link is refused, and rows and folder still agree', async () => {
    const home = new LoopHome()
    const real = home.person('mine', { 'SKILL.md': skillMd('mine', 'One.') }, home.outside)
    mkdirSync(home.skills, { recursive: true })
    symlinkSync(real, join(home.skills, 'mine'))
    const loop = await home.open()
    writeFileSync(join(real, 'SKILL.md'), skillMd('mine', 'Number two.'))
    expect(await named(loop, 'mine')).toMatchObject({ description: 'Number two.' })
    const before = snapshot(home.root)
    await expect(loop.review.move('mine', 'rollback', { entry: 1 })).rejects.toMatchObject({ code: 'not_ours' })
    expect(await named(loop, 'mine')).toMatchObject({ description: 'Number two.', version: '0.1.1' })
    expect(snapshot(home.outside)).toEqual(
      Object.fromEntries(Object.entries(before).filter(([path]) => path.startsWith(home.outside))),
    )
  })

  it('Q12: the listing holds linked skills, skips half-made folders, and is empty where there is no root', async () => {
    const home = new LoopHome()
    expect(await (await home.open()).review.skills()).toEqual([])
    home.person('linked', undefined, home.outside)
    home.person('plain')
    mkdirSync(join(home.skills, 'half-made'))
    symlinkSync(join(home.outside, 'linked'), join(home.skills, 'linked'))
    expect((await (await home.open()).review.skills()).map(({ name }) => name)).toEqual(['linked', 'plain'])
  })

  it('X02: what a link inside a skill points to is never read', async () => {
    const home = new LoopHome()
    writeFileSync(join(home.outside, 'credentials'), 'the-outside-text')
    const folder = home.person('mine')
    symlinkSync(join(home.outside, 'credentials'), join(folder, 'notes.md'))
    symlinkSync(home.outside, join(folder, 'all'))
    home.person('other')
    rmSync(join(home.skills, 'other', 'SKILL.md'))
    symlinkSync(join(home.outside, 'credentials'), join(home.skills, 'other', 'SKILL.md'))
    const loop = await home.open()
    expect((await loop.review.skills()).map(({ name }) => name)).toEqual(['mine'])
    await expect(loop.load('other')).rejects.toMatchObject({ code: 'no_such_skill' })
    await loop.review.audit()
    await loop[Symbol.asyncDispose]()
    for (const [path, bytes] of Object.entries(snapshot(home.data)))
      expect({ path, holds: bytes.includes('the-outside-text') }).toEqual({ path, holds: false })
  })

  it('Q11 G09: a skills root that is a link, or lies below one, is the person’s choice and works', async () => {
    const home = new LoopHome()
    mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
    symlinkSync(home.outside, home.skills)
    const loop = await home.open()
    expect(await home.streak(loop)).toMatchObject({ status: 'drafted' })
    expect(readFileSync(join(home.outside, DRAFT, 'SKILL.md'), 'utf8')).toContain(`name: ${DRAFT}`)
    expect(await loop.load(DRAFT)).toMatchObject({ name: DRAFT })
  })

  it('X03: a skills root that is a dangling link is a fault with the next step, and nothing is made', async () => {
    const home = new LoopHome()
    mkdirSync(join(home.config, 'wayland-core'), { recursive: true })
    symlinkSync(join(home.outside, 'gone'), home.skills)
    const loop = await home.open()
    expect(await home.streak(loop)).toMatchObject({ status: 'failed', reason: expect.stringContaining(DRAFT) })
    expect(snapshot(home.outside)).toEqual({ [home.outside]: 'folder' })
  })

  it('X11: a folder swapped for a link between the look and the write is left alone', async () => {
    const root = scratch()
    const folder = folderIn(root)
    await folder.publish('x', new Map([['SKILL.md', 'one']]), () => true)
    const outside = join(root, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'SKILL.md'), 'one')
    const target = join(root, 'skills', 'x')
    let looks = 0
    const result = await folder.publish('x', new Map([['SKILL.md', 'two']]), () => {
      if (looks++ === 0) {
        rmSync(target, { recursive: true })
        symlinkSync(outside, target)
      }
      return true
    })
    expect(result).toBe('foreign')
    expect(snapshot(outside)).toEqual({ [outside]: 'folder', [join(outside, 'SKILL.md')]: 'one' })
    expect(snapshot(target)).toEqual({ [target]: `-> ${outside}` })
  })

  it('X11: a hard link to a file outside is refused with what to do, and never written through', async () => {
    const { home, loop } = await opened()
    await home.streak(loop)
    const file = join(home.skills, DRAFT, 'SKILL.md')
    const elsewhere = join(home.outside, 'mine.md')
    linkSync(file, elsewhere)
    const before = readFileSync(elsewhere, 'utf8')
    const promoted = loop.review.move(DRAFT, 'promote')
    await expect(promoted).rejects.toMatchObject({ hint: expect.stringContaining(`cp ${file}`) })
    expect(readFileSync(elsewhere, 'utf8')).toBe(before)
    // As the hint says.
    writeFileSync(`${file}.copy`, before)
    renameSync(`${file}.copy`, file)
    await loop.review.move(DRAFT, 'promote')
    expect(readFileSync(elsewhere, 'utf8')).toBe(before)
    expect(statSync(file).ino).not.toBe(statSync(elsewhere).ino)
  })

  it('a link that a person put into a draft survives every move, as the link that it is', async () => {
    const { home, loop } = await opened()
    await home.streak(loop)
    const link = join(home.skills, DRAFT, 'more.md')
    symlinkSync('notes.md', link)
    writeFileSync(join(home.skills, DRAFT, 'notes.md'), 'More.')
    writeFileSync(join(home.skills, DRAFT, 'SKILL.md'), skillMd(DRAFT, 'Edited, and longer.'))
    await loop.review.move(DRAFT, 'promote')
    expect(snapshot(link)).toEqual({ [link]: '-> notes.md' })
    const promoted = snapshot(home.skills)
    await loop.review.move(DRAFT, 'rollback', { entry: 1 })
    expect(snapshot(link)).toEqual({})
    await loop.review.move(DRAFT, 'rollback', {
      entry: (await loop.review.history(DRAFT)).find(({ move }) => move === 'promote')?.id ?? 0,
    })
    expect(snapshot(home.skills)).toEqual(promoted)
    expect(await named(loop, DRAFT)).toMatchObject({ status: 'staged', description: 'Edited, and longer.' })
    await loop.review.move(DRAFT, 'archive')
    await loop.review.move(DRAFT, 'restore')
    expect(snapshot(home.skills)).toEqual(promoted)
  })

  it('a link that leads out of a skill holds it back, since nobody looks at what lies there; one inside does not', async () => {
    const { home, loop } = await opened()
    await home.streak(loop)
    symlinkSync(join(home.outside, 'more.md'), join(home.skills, DRAFT, 'more.md'))
    writeFileSync(join(home.outside, 'more.md'), 'Fine today.')
    expect(await named(loop, DRAFT)).toMatchObject({ status: 'quarantined' })
    home.person('with-a-link', { 'SKILL.md': skillMd('with-a-link') })
    symlinkSync('SKILL.md', join(home.skills, 'with-a-link', 'more.md'))
    expect(await named(loop, 'with-a-link')).toMatchObject({ status: 'active' })
  })

  it('an audit kept in a checkout goes through none of the links that the checkout brings', async () => {
    const home = new Home()
    const outside = join(home.root, 'outside')
    mkdirSync(outside)
    writeFileSync(join(outside, 'mine'), 'mine')
    const kept = join(home.work, '.wayland-core')
    mkdirSync(kept)
    symlinkSync(join(outside, 'mine'), join(kept, 'skills-audit.json'))
    expect((await home.run(['--skills-audit'])).code).toBe(0)
    expect(readFileSync(join(outside, 'mine'), 'utf8')).toBe('mine')
    expect(lstatSync(join(kept, 'skills-audit.json')).isFile()).toBe(true)
    rmSync(kept, { recursive: true })
    symlinkSync(outside, kept)
    const refused = await home.run(['--skills-audit'])
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('it is a link')])
    expect(readdirSync(outside)).toEqual(['mine'])
  })
})
