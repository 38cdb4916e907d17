import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLocation } from '../../src/store/skill-records.ts'
import { skillFolderConformance } from './skill-folder-conformance.ts'
import { always, files, folder, link, never, place, published, snapshot, textOf } from './skill-folders.ts'

skillFolderConformance(() => folder())

describe('publish', () => {
  it('puts every file in place, for the user alone, and says where and what they are', async () => {
    const skills = folder()
    const done = await skills.publish('auto-x', files('text', { 'scripts/a/go.sh': 'go' }), never)
    expect(done).toMatchObject({ path: join(skills.root, 'auto-x') })
    const there = await skills.read('auto-x')
    expect([...(there?.files.keys() ?? [])].sort()).toEqual(['SKILL.md', 'manifest.json', 'scripts/a/go.sh'])
    expect(there).toMatchObject(done as SkillLocation)
    expect(statSync(join(skills.root, 'auto-x', 'SKILL.md')).mode & 0o77).toBe(0)
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('replaces a folder of ours as a whole: what the new version lacks is gone', async () => {
    const skills = folder()
    await skills.publish('auto-x', files('one', { 'extra.md': 'x' }), never)
    const first = await skills.read('auto-x')
    await skills.publish('auto-x', files('two'), (digest) => digest === first?.digest)
    expect(readdirSync(join(skills.root, 'auto-x')).sort()).toEqual(['SKILL.md', 'manifest.json'])
    expect(textOf(skills.root)).toBe('two')
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it.each<[string, (target: string) => void]>([
    ['a folder with other bytes', (target) => place(target, 'SKILL.md', 'mine')],
    ['a folder without SKILL.md', (target) => place(target, 'notes.txt', 'mine')],
    ['an empty folder', (target) => mkdirSync(target, { recursive: true })],
    ['a file', (target) => place(dirname(target), 'auto-x', 'mine')],
    ['a link that leads nowhere', (target) => link('/nowhere', target)],
  ])('never touches %s that is there', async (_, put) => {
    const skills = folder()
    const target = join(skills.root, 'auto-x')
    put(target)
    const before = snapshot(skills.root)
    expect(await skills.publish('auto-x', files('ours'), never)).toBe('foreign')
    expect(snapshot(skills.root)).toEqual(before)
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('does not take a link to our bytes for our file', async () => {
    const skills = folder()
    const { digest } = await published(skills, 'text')
    const file = join(skills.root, 'auto-x', 'SKILL.md')
    rmSync(file)
    place(skills.home, 'elsewhere.md', 'text')
    symlinkSync(join(skills.home, 'elsewhere.md'), file)
    expect(await skills.publish('auto-x', files('new'), (now) => now === digest)).toBe('foreign')
    expect(readFileSync(join(skills.home, 'elsewhere.md'), 'utf8')).toBe('text')
  })

  it('puts back a folder that a person edited between the look and the move', async () => {
    const skills = folder()
    const { digest } = await published(skills, 'first')
    const editsMeanwhile = (seen: string) => {
      if (seen === digest) place(join(skills.root, 'auto-x'), 'SKILL.md', 'edited by a person')
      return seen === digest
    }
    expect(await skills.publish('auto-x', files('second'), editsMeanwhile)).toBe('foreign')
    expect(textOf(skills.root)).toBe('edited by a person')
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('is whole for whoever reads while it is replaced again and again', async () => {
    const skills = folder()
    let reading = true
    const read = async () => {
      let seen = 0
      while (reading) {
        const there = await skills.read('auto-x')
        if (there === undefined) continue
        const text = (name: string) => Buffer.from(there.files.get(name) ?? []).toString()
        expect(text('SKILL.md')).toMatch(/^version \d+$/)
        expect(text('copy.md')).toBe(text('SKILL.md'))
        seen++
      }
      return seen
    }
    const reader = read()
    for (let i = 0; i < 60; i++) {
      const text = `version ${i}`
      expect(await skills.publish('auto-x', files(text, { 'copy.md': text }), always)).not.toBe('foreign')
    }
    reading = false
    expect(await reader).toBeGreaterThan(0)
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it('says what it cannot write, and leaves nothing half made', async () => {
    const skills = folder()
    writeFileSync(skills.root, 'a file where the folder should be')
    await expect(skills.publish('auto-x', files('text'), never)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringContaining(join(skills.root, 'auto-x')),
      hint: expect.stringContaining('writable'),
    })
    expect(await skills.hasLeftovers()).toBe(false)
  })

  it.runIf(process.getuid?.() !== 0)('says that a folder is read-only', async () => {
    const skills = folder()
    mkdirSync(skills.root)
    chmodSync(skills.root, 0o500)
    await expect(skills.publish('auto-x', files('text'), never)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/cannot write .*EACCES/),
    })
    chmodSync(skills.root, 0o700)
  })
})

describe('read and list', () => {
  it('see folders with a SKILL.md and nothing else', async () => {
    const skills = folder()
    await published(skills, 'text', 'b')
    await published(skills, 'text', 'a')
    place(join(skills.root, 'no-skill'), 'README.md', 'x')
    place(join(skills.root, '.hidden'), 'SKILL.md', 'x')
    place(skills.root, 'SKILL.md', 'x')
    expect((await skills.list()).map((one) => one.name)).toEqual(['a', 'b'])
    expect(await skills.read('no-skill')).toBeUndefined()
    expect(await skills.read('nobody')).toBeUndefined()
  })

  it('find nothing where there is no folder yet', async () => expect(await folder().list()).toEqual([]))

  it('see another stamp after an edit', async () => {
    const skills = folder()
    const { stamp } = await published(skills, 'text')
    place(join(skills.root, 'auto-x'), 'SKILL.md', 'text, longer')
    expect((await skills.list())[0]?.stamp).not.toBe(stamp)
  })

  it('agree on the stamp of folders, links and empty files, also where the look is older than what is read', async () => {
    const skills = folder()
    await published(skills, 'text')
    const path = join(skills.root, 'auto-x')
    place(join(path, 'scripts', 'deep'), 'go.sh', 'go')
    place(path, 'empty.md', '')
    mkdirSync(join(path, 'nothing'))
    symlinkSync('SKILL.md', join(path, 'link.md'))
    place(path, 'large.bin', 'x'.repeat(300_000))
    const [look] = await skills.list()
    const there = await skills.read('auto-x', look?.stamp)
    expect(there?.stamp).toBe(look?.stamp)
    expect(there?.files.get('large.bin')).toHaveLength(300_000)
    place(join(path, 'scripts', 'deep'), 'go.sh', 'no')
    const now = await skills.read('auto-x', look?.stamp)
    expect(Buffer.from(now?.files.get('scripts/deep/go.sh') ?? []).toString()).toBe('no')
    expect([now?.stamp, now?.stamp === look?.stamp]).toEqual([(await skills.list())[0]?.stamp, false])
  })

  it('names a rest, but does not look again where a look just saw a SKILL.md', async () => {
    const skills = folder()
    place(join(skills.root, 'half'), 'manifest.json', '{}')
    expect(await skills.rests()).toEqual(['half'])
    expect(await skills.rests(new Set(['half']))).toEqual([])
  })
})

describe('withdraw', () => {
  it('moves the folder away whole, and finds nothing the second time', async () => {
    const skills = folder()
    await skills.publish('auto-x', files('text', { 'references/a.md': 'a' }), never)
    const kept = await skills.withdraw('auto-x', '')
    expect(snapshot(kept ?? '')).toEqual({ 'SKILL.md': 'text', 'manifest.json': '{}', 'references/a.md': 'a' })
    expect(readdirSync(skills.root)).toEqual([])
    expect(await skills.withdraw('auto-x', '')).toBeUndefined()
  })

  it('keeps every one of several folders that had the same name', async () => {
    const skills = folder()
    const kept = []
    for (const text of ['one', 'two']) {
      await published(skills, text)
      kept.push(await skills.withdraw('auto-x', ''))
    }
    expect(kept.map((path) => readFileSync(join(path ?? '', 'SKILL.md'), 'utf8'))).toEqual(['one', 'two'])
  })

  it('says what it cannot move, and leaves it where it is', async () => {
    const skills = folder()
    await published(skills, 'text')
    place(skills.home, 'archive', 'a file')
    await expect(skills.withdraw('auto-x', '')).rejects.toMatchObject({
      code: 'storage_unavailable',
    })
    expect(textOf(skills.root)).toBe('text')
  })
})

describe('retract', () => {
  it('deletes exactly what was written, and leaves nothing behind', async () => {
    const skills = folder()
    const { digest } = await published(skills, 'text')
    expect(await skills.retract('auto-x', (found) => found === digest)).toBe('retracted')
    expect(readdirSync(skills.root)).toEqual([])
    expect(await skills.hasLeftovers()).toBe(false)
    expect(await skills.retract('auto-x', always)).toBe('nothing')
  })

  it('leaves what was changed, a link, and a folder behind a link', async () => {
    const skills = folder()
    const { digest } = await published(skills, 'text')
    writeFileSync(join(skills.root, 'auto-x', 'SKILL.md'), 'mine')
    expect(await skills.retract('auto-x', (found) => found === digest)).toBe('foreign')
    expect(textOf(skills.root)).toBe('mine')
    symlinkSync(join(skills.root, 'auto-x'), join(skills.root, 'auto-y'))
    expect(await skills.retract('auto-y', always)).toBe('foreign')
    expect(textOf(skills.root, 'auto-y')).toBe('mine')
  })
})
