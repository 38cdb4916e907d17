import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { always, files, folder, place, published, recorded, snapshot, textOf } from './skill-folders.ts'

describe('putBack and remove', () => {
  it('bring a withdrawn folder back under its name, or delete it for good', async () => {
    const skills = folder()
    await published(skills, 'text')
    const kept = (await skills.withdraw('auto-x', '')) ?? ''
    expect(await skills.putBack('auto-x', kept)).toBe(true)
    expect(textOf(skills.root)).toBe('text')
    expect(await skills.putBack('auto-x', kept)).toBe(false)
    const again = (await skills.withdraw('auto-x', '')) ?? ''
    await published(skills, 'another')
    expect(await skills.putBack('auto-x', again)).toBe(false)
    await skills.remove([again])
    expect(readdirSync(join(skills.home, 'archive'))).toEqual([])
  })

  it('refuse to delete what is published', async () => {
    const skills = folder()
    const { path } = await published(skills, 'text')
    await expect(skills.remove([path])).rejects.toMatchObject({ code: 'refused' })
    expect(textOf(skills.root)).toBe('text')
  })

  it.each(['', '.', '..', 'a/b', '../x', 'a\\b', 'a\0b'])('take no %j for a name', async (name) => {
    const skills = folder()
    await expect(skills.publish(name, files('text'), always)).rejects.toMatchObject({ code: 'bad_file' })
    await expect(skills.read(name)).rejects.toMatchObject({ code: 'bad_file' })
  })

  it('see a name that is taken in another spelling', async () => {
    const skills = folder()
    place(join(skills.root, 'Auto-X'), 'SKILL.md', 'mine')
    expect(await skills.occupied('auto-x')).toBe(true)
    expect(await skills.publish('auto-x', files('text'), always)).toBe('foreign')
  })

  it('see a name that came, and one that went, between two publications', async () => {
    const skills = folder()
    await skills.publish('auto-a', files('text'), always)
    // Times of folders are those of the kernel's clock, which is some milliseconds coarse.
    await wait(20)
    place(join(skills.root, 'Auto-X'), 'SKILL.md', 'mine')
    expect(await skills.publish('auto-x', files('text'), always)).toBe('foreign')
    await wait(20)
    rmSync(join(skills.root, 'Auto-X'), { recursive: true })
    expect(await skills.publish('auto-x', files('text'), always)).not.toBe('foreign')
    expect(await skills.occupied('AUTO-A')).toBe(true)
  })
})

describe('an interrupted change', () => {
  it.each(['publish', 'retract'] as const)(
    'of %s keeps a file that came after the old folder was read',
    async (act) => {
      let ids = 0
      // The folder is named anew right before it is deleted.
      const newId = () => {
        const old = readdirSync(skills.home).includes('staging')
          ? readdirSync(skills.staging).find((name) => name.includes('~old~'))
          : undefined
        if (old !== undefined) place(join(skills.staging, old, 'notes'), 'late.md', 'mine')
        return `id-${++ids}`
      }
      const skills: ReturnType<typeof folder> = folder({ newId })
      await published(skills, 'old')
      if (act === 'publish') await published(skills, 'new')
      else expect(await skills.retract('auto-x', always)).toBe('retracted')
      const kept = snapshot(join(skills.home, 'archive'))
      expect(Object.entries(kept)).toEqual([[expect.stringMatching(/^auto-x~[^/]+\/notes\/late\.md$/), 'mine']])
      expect(readdirSync(skills.staging)).toEqual([])
    },
  )

  it('brings the old folder back where the new one cannot take its place', async () => {
    const skills = folder()
    await published(skills, 'old')
    let asked = 0
    // Asked a second time, the old folder is already aside.
    const ours = () => {
      if (++asked === 2)
        for (const entry of readdirSync(skills.staging))
          if (entry.includes('~new~')) rmSync(join(skills.staging, entry), { recursive: true })
      return true
    }
    await expect(skills.publish('auto-x', files('new'), ours)).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect(textOf(skills.root)).toBe('old')
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('does not make what cannot be read look like nothing', async () => {
    const skills = folder()
    symlinkSync(skills.root, skills.root)
    await expect(skills.list()).rejects.toMatchObject({ code: 'storage_unavailable' })
  })
})

describe('sweep', () => {
  it('puts back what an interrupted replacement had moved away, and removes what was never finished', async () => {
    const skills = folder()
    mkdirSync(skills.root)
    place(join(skills.staging, 'auto-x~old~77~a'), 'SKILL.md', 'old')
    place(join(skills.staging, 'auto-x~new~77~b'), 'SKILL.md', 'new')
    expect(await skills.hasLeftovers()).toBe(true)
    expect(await skills.sweep(recorded)).toEqual([
      `put back ${join(skills.root, 'auto-x')}, whose replacement was interrupted`,
      `removed what an interrupted write of ${join(skills.root, 'auto-x')} had left`,
    ])
    expect(await skills.hasLeftovers()).toBe(false)
    expect(textOf(skills.root)).toBe('old')
    expect(await skills.hasLeftovers()).toBe(false)
    expect(await skills.sweep(recorded)).toEqual([])
  })

  it('says what it cannot clear up, and leaves it where it is', async () => {
    const skills = folder()
    const left = join(skills.staging, 'auto-x~old~77~a')
    place(left, 'SKILL.md', 'old')
    place(skills.home, 'skills', 'a file where the folder should be')
    await expect(skills.sweep(recorded)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining(`cannot clear up ${left} (`),
    })
    expect(readFileSync(join(left, 'SKILL.md'), 'utf8')).toBe('old')
  })

  it('removes what was moved away when its replacement stands', async () => {
    const skills = folder()
    await published(skills, 'new')
    place(join(skills.staging, 'auto-x~old~77~a'), 'SKILL.md', 'old')
    await skills.sweep(recorded)
    expect(textOf(skills.root)).toBe('new')
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('keeps in the archive what is no version, although its replacement stands', async () => {
    const skills = folder()
    await published(skills, 'new')
    place(join(skills.staging, 'auto-x~old~77~a'), 'SKILL.md', 'edited in the last moment')
    const [said = ''] = await skills.sweep(async () => false)
    const [kept = ''] = readdirSync(skills.archive)
    expect(said).toContain(join(skills.archive, kept))
    expect(textOf(skills.archive, kept)).toBe('edited in the last moment')
    expect(textOf(skills.root)).toBe('new')
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('keeps in the archive a folder whose SKILL.md a person took away and that still holds something', async () => {
    const skills = folder()
    await published(skills, 'new')
    place(join(skills.staging, 'auto-x~old~77~a'), 'notes.md', 'mine')
    await skills.sweep(recorded)
    const [kept = ''] = readdirSync(skills.archive)
    expect(readFileSync(join(skills.archive, kept, 'notes.md'), 'utf8')).toBe('mine')
    expect(textOf(skills.root)).toBe('new')
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('leaves what a living process is working on', async () => {
    const skills = folder({ alive: (pid) => pid === 77 })
    place(join(skills.staging, 'auto-x~new~77~b'), 'SKILL.md', 'new')
    expect(await skills.sweep(recorded)).toEqual([])
    expect(readdirSync(skills.staging)).toHaveLength(1)
  })
})
