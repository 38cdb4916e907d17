import { mkdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SkillFolder } from '../../src/store/skill-folder.ts'
import { always, files, never, recorded } from './skill-folders.ts'

/** What the port for published skills promises; `open` gives one over empty folders. A person writes with the file system. */
export function skillFolderConformance(open: () => SkillFolder): void {
  describe('SkillFolder', () => {
    let skills: SkillFolder
    beforeEach(() => {
      skills = open()
    })

    async function published(name: string, text: string): Promise<{ readonly digest: string; readonly stamp: string }> {
      const done = await skills.publish(name, files(text), always)
      if (done === 'foreign') throw new Error('the folder is foreign')
      return done
    }
    async function withdrawn(name: string): Promise<string> {
      const path = await skills.withdraw(name, skills.awayPath(name))
      if (path === undefined) throw new Error('there was no folder')
      return path
    }
    const textAt = async (name: string) =>
      Buffer.from((await skills.read(name))?.files.get('SKILL.md') ?? []).toString()
    const write = (path: string, text: string) => {
      mkdirSync(join(skills.root, path, '..'), { recursive: true })
      writeFileSync(join(skills.root, path), text)
    }

    it('gives back what was published, with its digest and its stamp', async () => {
      const { digest, stamp } = await published('auto-x', 'text')
      expect(await skills.read('auto-x')).toMatchObject({ path: join(skills.root, 'auto-x'), digest, stamp })
      expect(await textAt('auto-x')).toBe('text')
      expect(await skills.stampOf('auto-x')).toBe(stamp)
      expect(await skills.list()).toEqual([{ name: 'auto-x', stamp }])
      expect([await skills.read('none'), await skills.stampOf('none')]).toEqual([undefined, undefined])
      expect(await skills.hasLeftovers()).toBe(false)
    })

    it('replaces only bytes that its caller knows', async () => {
      const { digest } = await published('auto-x', 'one')
      expect(await skills.publish('auto-x', files('two'), never)).toBe('foreign')
      expect(await textAt('auto-x')).toBe('one')
      expect(await skills.publish('auto-x', files('two'), (now) => now === digest)).not.toBe('foreign')
      expect(await textAt('auto-x')).toBe('two')
    })

    it('takes a name for taken in any case and Unicode form', async () => {
      await published('caf\u00E9', 'text')
      expect(await Promise.all(['caf\u00E9', 'CAFE\u0301', 'tea'].map((name) => skills.occupied(name)))).toEqual([
        true,
        true,
        false,
      ])
      expect(await skills.publish('Cafe\u0301', files('other'), always)).toBe('foreign')
    })

    it('has another stamp after a skill was added, and a steady one only when its last change is long ago', async () => {
      const before = await skills.stamp()
      await published('auto-x', 'text')
      expect(await skills.stamp()).not.toBe(before)
      expect(await skills.steadyStamp()).toBeUndefined()
    })

    it('withdraws a folder whole into the archive, puts it back, or deletes it for good', async () => {
      const { digest } = await published('auto-x', 'text')
      const away = await withdrawn('auto-x')
      expect([skills.isAway(away), skills.isAway(join(skills.root, 'auto-x'))]).toEqual([true, false])
      expect([await skills.read('auto-x'), await skills.kept(away)]).toMatchObject([undefined, { digest }])
      expect(await skills.withdraw('auto-x', away)).toBe(away)
      expect(await skills.withdraw('none', skills.awayPath('none'))).toBeUndefined()
      expect(await skills.putBack('auto-x', away)).toBe(true)
      expect([await textAt('auto-x'), await skills.kept(away)]).toEqual(['text', 'nothing'])
      const again = await withdrawn('auto-x')
      await published('auto-x', 'another')
      expect(await skills.putBack('auto-x', again)).toBe(false)
      await skills.remove([again])
      expect(await skills.kept(again)).toBe('nothing')
    })

    it('deletes nothing that is published but by its digest', async () => {
      const { digest } = await published('auto-x', 'text')
      for (const outside of [join(skills.root, 'auto-x'), join(skills.root, '..', 'other', 'archive', 'auto-x~1')])
        await expect(skills.remove([outside])).rejects.toMatchObject({ code: 'refused' })
      expect(await skills.retract('auto-x', never)).toBe('foreign')
      expect(await skills.retract('auto-x', (now) => now === digest)).toBe('retracted')
      expect(await skills.retract('auto-x', always)).toBe('nothing')
    })

    it('finds a withdrawn skill of a home that was moved in its own archive, and in no other folder', () => {
      const place = (path: string) => skills.placeOfWithdrawn({ name: 'auto-x', path })
      const away = skills.awayPath('auto-x')
      expect([place(away), place(join('/former', 'archive', basename(away)))]).toEqual([away, away])
      const published = join(skills.root, 'auto-x')
      for (const path of [published, '/former/skills/auto-x', '/former/archive/..', '/former/archive/'])
        expect(place(path)).toBe(published)
    })

    it('tells a folder without SKILL.md from a skill, and moves it out of the way of one', async () => {
      write('auto-x/notes.txt', 'mine')
      expect([await skills.rests(), await skills.isRest('auto-x'), await skills.list()]).toEqual([['auto-x'], true, []])
      const away = await skills.makeRoom('auto-x')
      expect([away !== undefined && skills.isAway(away), await skills.kept(away ?? '')]).toEqual([true, 'half'])
      expect([await skills.rests(), await skills.makeRoom('auto-x')]).toEqual([[], undefined])
      await published('auto-x', 'text')
      expect([await skills.isRest('auto-x'), await skills.makeRoom('auto-x')]).toEqual([false, undefined])
    })

    it('reads a person’s edit as another digest and stamp', async () => {
      const { digest, stamp } = await published('auto-x', 'text')
      write('auto-x/SKILL.md', 'edited by a person')
      const now = await skills.read('auto-x', stamp)
      expect(now?.digest).not.toBe(digest)
      expect(await skills.stampOf('auto-x')).not.toBe(stamp)
      expect(await skills.publish('auto-x', files('new'), (of) => of === digest)).toBe('foreign')
    })

    it('has nothing to put back or to sweep where nothing was interrupted', async () => {
      await published('auto-x', 'text')
      expect(await skills.putBackReplaced()).toEqual([])
      expect(await skills.sweep(recorded)).toEqual([])
      expect(await textAt('auto-x')).toBe('text')
    })
  })
}
