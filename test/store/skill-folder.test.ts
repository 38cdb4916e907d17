import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeCopy } from '../../src/store/second-copy.ts'
import { openSkillFolder, type Published } from '../../src/store/skill-folder.ts'
import { scratch } from '../scratch.ts'

function folder(changed: { root?: string; archive?: string; pid?: number; alive?: (pid: number) => boolean } = {}) {
  const home = scratch()
  let ids = 0
  const where = { root: join(home, 'skills'), staging: join(home, 'staging'), archive: join(home, 'archive') }
  const options = { ...where, newId: () => `id-${changed.pid ?? 1}-${++ids}`, pid: 1, alive: () => false, ...changed }
  return { ...openSkillFolder(options), ...where, options, home }
}

const files = (text: string, more: Record<string, string> = {}) =>
  new Map(Object.entries({ 'SKILL.md': text, 'manifest.json': '{}', ...more }))

const never = () => false
const always = () => true
const recorded = async () => true

async function published(skills: ReturnType<typeof folder>, text: string, name = 'auto-x'): Promise<Published> {
  const done = await skills.publish(name, files(text), always)
  if (done === 'foreign') throw new Error('the folder is foreign')
  return done
}

const textOf = (root: string, name = 'auto-x') => readFileSync(join(root, name, 'SKILL.md'), 'utf8')

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

describe('publish', () => {
  it('puts every file in place, for the user alone, and says where and what they are', async () => {
    const skills = folder()
    const done = await skills.publish('auto-x', files('text', { 'scripts/a/go.sh': 'go' }), never)
    expect(done).toMatchObject({ path: join(skills.root, 'auto-x') })
    const there = await skills.read('auto-x')
    expect([...(there?.files.keys() ?? [])].sort()).toEqual(['SKILL.md', 'manifest.json', 'scripts/a/go.sh'])
    expect(there).toMatchObject(done as Published)
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

  const memory = '/dev/shm'
  const apart = existsSync(memory) && statSync(memory).dev !== statSync('/tmp').dev
  it.runIf(apart)('copies the folder whole to another file system before the original goes', async () => {
    const archive = mkdtempSync(join(memory, 'wayland-test-'))
    onTestFinished(() => rmSync(archive, { recursive: true }))
    const skills = folder({ archive })
    await skills.publish('auto-x', files('text', { 'references/a.md': 'a' }), never)
    const kept = await skills.withdraw('auto-x', '')
    expect(snapshot(kept ?? '')).toEqual({ 'SKILL.md': 'text', 'manifest.json': '{}', 'references/a.md': 'a' })
    expect(readdirSync(skills.root)).toEqual([])
    expect(readdirSync(archive)).toHaveLength(1)
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
    await skills.remove(again)
    expect(readdirSync(join(skills.home, 'archive'))).toEqual([])
  })

  it('clear away what an interrupted way back left of the original, and nothing that differs', async () => {
    const skills = folder()
    await published(skills, 'text')
    const kept = (await skills.withdraw('auto-x', '')) ?? ''
    const archive = join(skills.home, 'archive')
    cpSync(kept, `${kept}.gone`, { recursive: true })
    await published(skills, 'text')
    expect(await skills.putBack('auto-x', kept)).toBe(false)
    expect([readdirSync(archive), textOf(skills.root)]).toEqual([[], 'text'])
    const older = (await skills.withdraw('auto-x', '')) ?? ''
    await published(skills, 'another')
    expect(await skills.putBack('auto-x', older)).toBe(false)
    expect(readFileSync(join(older, 'SKILL.md'), 'utf8')).toBe('text')
  })

  it('refuse to delete what is published', async () => {
    const skills = folder()
    const { path } = await published(skills, 'text')
    await expect(skills.remove(path)).rejects.toMatchObject({ code: 'refused' })
    expect(textOf(skills.root)).toBe('text')
  })

  it.each(['', '.', '..', 'a/b', '../x', 'a\\b', 'a\0b'])('take no %j for a name', async (name) => {
    const skills = folder()
    await expect(skills.publish(name, files('text'), always)).rejects.toMatchObject({ code: 'bad_skill' })
    await expect(skills.read(name)).rejects.toMatchObject({ code: 'bad_skill' })
  })

  it('see a name that is taken in another spelling', async () => {
    const skills = folder()
    place(join(skills.root, 'Auto-X'), 'SKILL.md', 'mine')
    expect(await skills.occupied('auto-x')).toBe(true)
    expect(await skills.publish('auto-x', files('text'), always)).toBe('foreign')
  })
})

describe('an interrupted change', () => {
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

  it('is finished where a folder was copied to the archive and still stands', async () => {
    const skills = folder()
    await published(skills, 'text')
    const noted = skills.awayPath('auto-x')
    for (const [path, text] of files('text')) place(noted, path, text)
    expect(await skills.withdraw('auto-x', noted)).toBe(noted)
    expect(await skills.withdraw('auto-x', noted)).toBe(noted)
    expect([readdirSync(skills.root), readdirSync(skills.archive)]).toEqual([[], [basename(noted)]])
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
      `removed what an interrupted write of ${join(skills.root, 'auto-x')} had left`,
      `put back ${join(skills.root, 'auto-x')}, whose replacement was interrupted`,
    ])
    expect(await skills.hasLeftovers()).toBe(false)
    expect(textOf(skills.root)).toBe('old')
    expect(await skills.hasLeftovers()).toBe(false)
    expect(await skills.sweep(recorded)).toEqual([])
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

  it('leaves what a living process is working on', async () => {
    const skills = folder({ alive: (pid) => pid === 77 })
    place(join(skills.staging, 'auto-x~new~77~b'), 'SKILL.md', 'new')
    expect(await skills.sweep(recorded)).toEqual([])
    expect(readdirSync(skills.staging)).toHaveLength(1)
  })
})

describe('writeCopy', () => {
  const write = async (file: string, text: string, ours: (text: string) => boolean) =>
    await writeCopy(file, text, counter('copy'), ours)

  it('writes a file and replaces it where it is ours', async () => {
    const file = join(scratch(), 'skills', 'auto', 'x', 'SKILL.md')
    await write(file, 'one', never)
    await write(file, 'two', (text) => text === 'one')
    expect(readFileSync(file, 'utf8')).toBe('two')
    expect(readdirSync(dirname(file))).toEqual(['SKILL.md'])
  })

  it('never touches a file that is not ours, or a link', async () => {
    const home = scratch()
    place(home, 'mine.md', 'mine')
    await expect(write(join(home, 'mine.md'), 'ours', never)).rejects.toMatchObject({ code: 'not_ours' })
    symlinkSync(join(home, 'mine.md'), join(home, 'link.md'))
    await expect(write(join(home, 'link.md'), 'ours', always)).rejects.toMatchObject({ code: 'not_ours' })
    expect(readFileSync(join(home, 'mine.md'), 'utf8')).toBe('mine')
  })
})

function counter(name: string): () => string {
  let n = 0
  return () => `${name}-${++n}`
}

function place(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), text)
}

function link(to: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(to, path)
}

/** Every file below a folder with its text; a folder or link that is no file, as its kind. */
function snapshot(root: string): Record<string, string> {
  const entries = readdirSync(root, { withFileTypes: true, recursive: true })
  return Object.fromEntries(
    entries
      .filter((entry) => entry.isFile() || readdirSyncOrEmpty(join(entry.parentPath, entry.name)) === 0)
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(root.length + 1), entry.isFile() ? readFileSync(path, 'utf8') : 'no file']
      }),
  )
}

function readdirSyncOrEmpty(path: string): number {
  try {
    return readdirSync(path).length
  } catch {
    return 0
  }
}
