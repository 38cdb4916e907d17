import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { WaylandError } from '../../src/domain/errors.ts'
import { startLook } from '../../src/platform/look-limit.ts'
import { createClearance } from '../../src/service/catalogue/clearance.ts'
import { createCatalogue } from '../../src/service/catalogue/create-catalogue.ts'
import { openSkillFolder } from '../../src/store/skill-folder.ts'
import { openHeldFiles } from '../../src/store/verdict-files.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'
import { drafted, Home, opened, REVIEW, REVIEW_SKILL, skillMd, withDraft } from './home.ts'

const standing = async (home: Home) =>
  (await (await home.open()).review.skills()).map(({ name, origin, status }) => `${name} ${origin} ${status}`)

const AWAITING = { 'manifest.json': JSON.stringify({ auto_drafted: true, needs_review: true }) }

describe('the skills folder', () => {
  it('is a catalogue: what a person puts there is an active skill of theirs, and an arm', async () => {
    const home = new Home()
    const folder = home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    const loop = await home.open()
    expect(await loop.review.skills()).toMatchObject([
      { name: 'bake', origin: 'person', status: 'active', needsReview: false, version: '0.1.0', path: folder },
    ])
    expect((await loop.route({ text: 'bake sourdough bread' })).pick?.skill).toBe('bake')
    expect((await loop.load('bake')).text).toBe(skillMd('bake', 'Bake a sourdough bread.'))
  })

  it('keeps the tags of a skill, as they are after an edit, and finds it by them', async () => {
    const home = new Home()
    const withTags = (tags: string) => skillMd('bake', 'Bake a bread.').replace('---\n', `---\ntags: ${tags}\n`)
    home.write('bake', withTags('[Sourdough, oven]'))
    const loop = await home.open()
    expect((await loop.review.skills())[0]?.tags).toEqual(['sourdough', 'oven'])
    const [found] = (await loop.route({ text: 'sourdough' })).candidates
    expect(found?.skill).toBe('bake')
    home.write('bake', withTags('rye'))
    expect((await loop.review.skills())[0]?.tags).toEqual(['rye'])
    expect((await loop.route({ text: 'sourdough' })).candidates).toEqual([])
    home.write('bake', skillMd('bake', 'Bake a bread.'))
    expect((await loop.review.skills())[0]?.tags).toBeUndefined()
  })

  it.each([
    ['no front matter', 'Just text.', /is not offered/],
    ['front matter of another language', '---js\n({})\n---\n', /is not offered/],
  ])('offers no skill with %s, and says so once', async (_, text, warning) => {
    const home = new Home()
    home.write('bake', text)
    const loop = await home.open()
    expect(await loop.review.skills()).toEqual([])
    await loop.review.skills()
    expect(home.warnings).toEqual([expect.stringMatching(warning)])
    await expect(loop.load('bake')).rejects.toMatchObject({ code: 'no_such_skill' })
  })

  it('calls a skill by its folder, as agents do, whatever name its SKILL.md has', async () => {
    const home = new Home()
    home.write('bake', skillMd('other', 'Bakes a sourdough.'))
    const loop = await home.open()
    expect((await loop.route({ text: 'bake a sourdough' })).pick?.skill).toBe('bake')
    expect((await loop.load('bake')).text).toContain('name: other')
    await expect(loop.load('other')).rejects.toMatchObject({ code: 'no_such_skill' })
    expect(home.warnings).toEqual([])
  })

  it('passes over what is no skill at all', async () => {
    const home = new Home()
    mkdirSync(join(home.skills, 'empty'), { recursive: true })
    mkdirSync(join(home.skills, '.git'))
    writeFileSync(join(home.skills, 'README.md'), 'x')
    expect(await standing(home)).toEqual([])
    expect(home.warnings).toEqual([])
  })

  it.each([
    ['claims to await review', AWAITING],
    ['has a manifest that cannot be read', { 'manifest.json': '{' }],
  ])('stages a folder that %s: provenance fails closed', async (_, files) => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'd'), files)
    expect(await standing(home)).toEqual(['bake person staged'])
  })

  it('does not take a copied draft for one of its own', async () => {
    const { home, loop } = await withDraft()
    const text = (await loop.load(REVIEW_SKILL)).text.replaceAll(REVIEW_SKILL, 'auto-copy')
    home.write('auto-copy', text, {
      'manifest.json': readFileSync(join(home.skills, REVIEW_SKILL, 'manifest.json'), 'utf8'),
    })
    expect(await standing(home)).toEqual(['auto-branch-changes-review auto staged', 'auto-copy person staged'])
  })

  it('takes in an edit as the next version, by the person', async () => {
    const { home, loop } = await opened()
    home.write('bake', skillMd('bake', 'Bake bread.'))
    await loop.review.skills()
    home.write('bake', skillMd('bake', 'Bake a better bread.'))
    expect(await loop.review.skills()).toMatchObject([
      { description: 'Bake a better bread.', version: '0.1.1', status: 'active' },
    ])
    expect((await loop.review.versions('bake')).map(({ author, head }) => [author, head])).toEqual([
      ['person', false],
      ['person', true],
    ])
    expect((await loop.review.history('bake')).map(({ move, actor }) => `${move} ${actor}`)).toEqual([
      'found person',
      'edit person',
    ])
  })

  it('keeps an edited draft staged, as its editor’s', async () => {
    const { home, loop } = await withDraft()
    const file = join(home.skills, REVIEW_SKILL, 'SKILL.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^> Drafted.*\n/m, ''))
    expect(await loop.review.skills()).toMatchObject([
      { status: 'staged', needsReview: true, version: '0.1.1', origin: 'auto' },
    ])
  })

  it('archives what a person removed, and takes it back for review when it comes again', async () => {
    const { home, loop } = await withDraft()
    const folder = join(home.skills, REVIEW_SKILL)
    const kept = await loop.load(REVIEW_SKILL)
    const manifest = readFileSync(join(folder, 'manifest.json'), 'utf8')
    rmSync(folder, { recursive: true })
    expect(await standing(home)).toEqual([`${REVIEW_SKILL} auto archived`])
    expect((await loop.route({ text: REVIEW })).pick).toBeNull()
    home.write(REVIEW_SKILL, kept.text, { 'manifest.json': manifest })
    expect((await loop.review.skills())[0]?.status).toBe('staged')
  })

  it('is put right in a running loop when another process died while it replaced a folder', async () => {
    const { home, loop } = await withDraft()
    await loop.review.move(REVIEW_SKILL, 'promote')
    renameSync(join(home.skills, REVIEW_SKILL), join(home.skills, '..', 'staging', `${REVIEW_SKILL}~old~1~id`))
    expect(await loop.review.skills()).toMatchObject([{ name: REVIEW_SKILL, status: 'active', needsReview: false }])
    const told = home.events.flatMap((event) => (event.kind === 'repaired' ? [event.what] : []))
    expect(told).toEqual([expect.stringMatching(/^put back .*interrupted$/)])
  })

  it('takes no skill for removed because the folder cannot be read just now', async () => {
    const { home, loop } = await withDraft()
    renameSync(home.skills, `${home.skills}.away`)
    symlinkSync(home.skills, home.skills)
    expect(await loop.review.skills()).toMatchObject([{ name: REVIEW_SKILL, status: 'staged' }])
    expect(home.warnings).toEqual(['the skills folder was not looked through; skills are as last known'])
  })

  it('keeps versions in the order of their making when the clock goes back', async () => {
    const { home, loop } = await withDraft()
    home.now = new Date('2020-01-01T00:00:00Z')
    await loop.review.move(REVIEW_SKILL, 'promote')
    expect((await loop.review.versions(REVIEW_SKILL)).map(({ version }) => version)).toEqual(['0.1.0', '0.1.1'])
  })

  it('belongs to the loop that was opened over it: two homes know nothing of each other', async () => {
    const [one, other] = [new Home(), new Home()]
    await drafted(await one.open())
    expect(await standing(other)).toEqual([])
  })
})

/** A catalogue over a store whose revision and newest ledger line a test sets, and which tells of each look at the folder. */
function watched(home: Home, onLook: (count: number) => Promise<void> | void = () => {}) {
  const at = { revision: 1, change: 1, looks: 0, isHeld: false, waits: [] as number[], warnings: 0 }
  const folder = openSkillFolder({
    root: home.skills,
    staging: join(home.root, 'staging'),
    archive: join(home.root, 'archive'),
    newId: () => 'id',
    pid: 1,
    alive: () => false,
  })
  const memory = memoryStore()
  const store = {
    ...memory,
    revision: async () => at.revision,
    skillChange: async () => at.change,
    insistWritable: async (waitMs: number) => {
      at.waits.push(waitMs)
      if (at.isHeld) throw new WaylandError('storage_locked', 'held')
    },
  }
  const catalogue = createCatalogue({
    store,
    folder: {
      ...folder,
      async list() {
        await onLook(++at.looks)
        return await folder.list()
      },
    },
    clock: { now: () => home.now, newId: () => 'id' },
    repairs: { needsRepair: async () => false, repair: async () => [], regain: async () => [] },
    clearance: createClearance({ store, held: openHeldFiles(join(home.root, 'verdicts')), startLook, tell: () => {} }),
    copies: { withdraw: async () => {}, follow: async () => {} },
    offer: { drafts: 'staged', watching: false },
    taken: () => {},
    withdrawn: async () => {},
    tell: () => void at.warnings++,
  })
  return { at, catalogue, folderLock: memory.folderLock }
}

describe('a look at the folder', () => {
  it('waits once and shortly for a process that writes, and takes in what changed when that is done', async () => {
    const home = new Home()
    const { at, catalogue } = watched(home)
    await catalogue.refresh()
    home.write('one', skillMd('one', 'Does one thing.'))
    at.isHeld = true
    for (let n = 0; n < 3; n++) await catalogue.refresh()
    expect([(await catalogue.all()).length, at.warnings]).toEqual([0, 3])
    const [first = 0, ...more] = at.waits
    expect(first).toBeGreaterThan(0)
    expect(first).toBeLessThanOrEqual(2_000)
    expect(more).toEqual([0, 0])
    at.isHeld = false
    await catalogue.refresh()
    expect((await catalogue.all()).map(({ name }) => name)).toEqual(['one'])
  })

  it('does not wait for what this process is writing, and is made after it', async () => {
    const home = new Home()
    const { at, catalogue, folderLock } = watched(home)
    await catalogue.refresh()
    await folderLock(async () => {
      home.write('one', skillMd('one', 'Does one thing.'))
      expect([await catalogue.refresh(), at.looks]).toEqual([false, 1])
    })
    expect([await catalogue.refresh(), (await catalogue.all()).length]).toEqual([true, 1])
  })

  it('is not repeated because another process recorded a turn, and is when one changed a skill', async () => {
    const { at, catalogue } = watched(new Home())
    expect([await catalogue.refresh(), await catalogue.refresh(), at.looks]).toEqual([true, false, 1])
    at.revision++
    expect([await catalogue.refresh(), await catalogue.refresh(), at.looks]).toEqual([true, false, 1])
    at.revision++
    at.change++
    expect([await catalogue.refresh(), at.looks]).toEqual([true, 2])
  })

  it('that is not done yet is not taken for done by whoever asks meanwhile', async () => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'Bake bread.'))
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { at, catalogue } = watched(home, async (count) => {
      if (count === 1) await held
    })
    const first = catalogue.refresh()
    await vi.waitFor(() => expect(at.looks).toBe(1))
    await catalogue.refresh()
    expect((await catalogue.offered()).map(({ name }) => name)).toEqual(['bake'])
    release()
    await first
    expect((await catalogue.offered()).map(({ name }) => name)).toEqual(['bake'])
  })

  it('by one process finds what another one drafted meanwhile', async () => {
    const home = new Home()
    home.write('bake', skillMd('bake', 'Bake a sourdough bread.'))
    const [one, other] = [await home.open(), await home.open()]
    await one.route({ text: 'bake' })
    await drafted(other)
    expect((await one.route({ text: REVIEW })).candidates[0]?.skill).toBe(REVIEW_SKILL)
    expect((await one.route({ text: 'bake sourdough bread' })).candidates[0]?.skill).toBe('bake')
  })
})
