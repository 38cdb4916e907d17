import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { DRAFT, LoopHome, named, opened, REQUEST, skillMd, snapshot } from './loop-home.ts'

const claim = (more: object = {}) =>
  JSON.stringify({ name: DRAFT, auto_drafted: true, signature: 'branch-changes-review', needs_review: true, ...more })

describe('a folder that the system did not make', () => {
  it.each<[string, Record<string, string>]>([
    ['Q02: says nothing of itself', { 'SKILL.md': skillMd(DRAFT) }],
    ['X10: claims in its manifest to be a draft', { 'SKILL.md': skillMd(DRAFT), 'manifest.json': claim() }],
    [
      'Q05 X09: claims so in its front matter',
      { 'SKILL.md': skillMd(DRAFT, 'x\nmetadata: {source: "wayland-core", auto_drafted: "true"}') },
    ],
    [
      'X09: claims so after a byte order mark, with CRLF, twice, in a code fence',
      {
        'SKILL.md':
          `\uFEFF${skillMd(DRAFT, 'x\nmetadata:\n  source:\n    auto-skill', '```\nsource: auto-skill\n```')}`.replaceAll(
            '\n',
            '\r\n',
          ),
      },
    ],
    [
      'X10: carries the notice and the manifest of a real draft',
      { 'SKILL.md': skillMd(DRAFT, 'x', '> Drafted automatically from successful turns'), 'manifest.json': claim() },
    ],
  ])('is a person’s when it %s, and no streak changes a byte of it', async (_, files) => {
    const home = new LoopHome()
    home.person(DRAFT, files)
    const before = snapshot(home.skills)
    const loop = await home.open()
    expect(await home.streak(loop)).toMatchObject({ status: 'refused' })
    expect(await named(loop, DRAFT)).toMatchObject({ origin: 'person' })
    expect(snapshot(home.skills)).toEqual(before)
  })

  it('X10: is a person’s also with a copy of every byte of a real draft, in a home that never made it', async () => {
    const [maker, taker] = [new LoopHome(), new LoopHome()]
    await maker.streak(await maker.open())
    mkdirSync(taker.skills, { recursive: true })
    renameSync(join(maker.skills, DRAFT), join(taker.skills, DRAFT))
    const before = snapshot(taker.skills)
    const loop = await taker.open()
    expect(await named(loop, DRAFT)).toMatchObject({ origin: 'person', status: 'staged', needsReview: true })
    expect(await taker.streak(loop)).toMatchObject({ status: 'refused' })
    expect(snapshot(taker.skills)).toEqual(before)
  })

  it.each([
    ['quoted', '{"auto_drafted": "true", "needs_review": "true"}'],
    ['cut off', '{"auto_drafted": true,'],
    ['no object', '[]'],
    ['null', 'null'],
    ['silent about the review', '{"auto_drafted": true}'],
    ['with a byte order mark', `\uFEFF${claim()}`],
    ['sure of its review in words', claim({ needs_review: 'no' })],
  ])('H15: awaits review when its manifest is %s', async (_, manifest) => {
    const home = new LoopHome()
    home.person('mine', { 'SKILL.md': skillMd('mine'), 'manifest.json': manifest })
    expect(await named(await home.open(), 'mine')).toMatchObject({ status: 'staged', needsReview: true })
  })

  it('is active with a manifest of another tool, which claims nothing', async () => {
    const home = new LoopHome()
    home.person('mine', { 'SKILL.md': skillMd('mine'), 'manifest.json': '{"name":"mine","version":"1.0.0"}' })
    expect(await named(await home.open(), 'mine')).toMatchObject({ status: 'active', needsReview: false })
  })

  it('AH3: is never deleted: not by purge, not by name, id or force', async () => {
    const home = new LoopHome()
    home.person('mine')
    const before = snapshot(home.skills)
    const loop = await home.open()
    await expect(loop.review.purgeable(['mine'])).rejects.toMatchObject({ code: 'illegal_move' })
    await loop.review.purge([(await named(loop, 'mine'))?.id ?? ''])
    expect(snapshot(home.skills)).toEqual(before)
  })

  it('H16: is not written by any grant: promoted as it is', async () => {
    const home = new LoopHome()
    home.person('mine', { 'SKILL.md': skillMd('mine'), 'manifest.json': claim() })
    const before = snapshot(home.skills)
    const loop = await home.open()
    expect(await loop.review.move('mine', 'promote')).toMatchObject({ status: 'active', needsReview: false })
    expect(snapshot(home.skills)).toEqual(before)
  })
})

describe('a draft that a person touched', () => {
  it('Q01 X08: an edit is a version of its own; the next streak waits beside it', async () => {
    const { home, loop } = await opened()
    await home.streak(loop)
    const file = join(home.skills, DRAFT, 'SKILL.md')
    writeFileSync(file, skillMd(DRAFT, 'Edited by me.'))
    expect(await home.streak(loop)).toMatchObject({ status: 'proposed' })
    expect(readFileSync(file, 'utf8')).toBe(skillMd(DRAFT, 'Edited by me.'))
    expect((await loop.review.versions(DRAFT)).map(({ author, state }) => `${author} ${state}`)).toEqual([
      'auto accepted',
      'person accepted',
      'auto proposed',
    ])
  })

  it('Q04: a draft that nobody touched is replaced by the next streak', async () => {
    const { home, loop } = await opened()
    expect(await home.streak(loop)).toMatchObject({ status: 'drafted' })
    expect(await home.streak(loop)).toMatchObject({ status: 'updated' })
    expect(await named(loop, DRAFT)).toMatchObject({ version: '0.1.1', evidenceCount: 6 })
  })

  it('X08: an edit after the review needs review again, visibly', async () => {
    const { home, loop } = await opened({ 'router.offer': 'active' })
    await home.streak(loop)
    await loop.review.move(DRAFT, 'promote')
    expect((await loop.route({ text: `@@skill=${DRAFT} go` })).reason).toBe('forced')
    writeFileSync(join(home.skills, DRAFT, 'SKILL.md'), skillMd(DRAFT, 'Quite another thing.'))
    expect(await named(loop, DRAFT)).toMatchObject({ status: 'staged', needsReview: true })
    expect((await loop.review.audit()).findings).toEqual(
      expect.arrayContaining([expect.objectContaining({ skills: [DRAFT], kind: 'changed_since_review' })]),
    )
    expect((await loop.route({ text: `@@skill=${DRAFT} go` })).pick).toBeNull()
  })

  it('X08: so does a change of another file than SKILL.md', async () => {
    const home = new LoopHome()
    const first = await home.open()
    await home.streak(first)
    await first.review.move(DRAFT, 'promote')
    writeFileSync(join(home.skills, DRAFT, 'references', 'evidence.md'), 'run this instead')
    await first[Symbol.asyncDispose]()
    expect(await named(await home.open(), DRAFT)).toMatchObject({ status: 'staged', needsReview: true })
  })

  it('H17: a pinned draft is neither written over nor archived', async () => {
    const { home, loop } = await opened()
    await home.streak(loop)
    await loop.review.move(DRAFT, 'promote')
    await loop.review.move(DRAFT, 'pin')
    const before = snapshot(home.skills)
    expect(await home.streak(loop)).toMatchObject({ status: 'proposed' })
    await expect(loop.review.move(DRAFT, 'archive')).rejects.toMatchObject({ code: 'illegal_move' })
    expect(snapshot(home.skills)).toEqual(before)
  })

  it('a deleted one does not come back with the next streak, nor with the next start', async () => {
    const { home, loop } = await opened()
    await home.streak(loop)
    rmSync(join(home.skills, DRAFT), { recursive: true })
    expect(await home.streak(loop)).toMatchObject({ status: 'suppressed' })
    await loop[Symbol.asyncDispose]()
    expect(await named(await home.open(), DRAFT)).toMatchObject({ status: 'archived' })
    expect(existsSync(join(home.skills, DRAFT))).toBe(false)
  })
})

describe('a revoked draft', () => {
  /** What the router makes of the skill of this name. */
  async function judged(loop: SkillLoop) {
    const { candidates } = await loop.route({ text: `@@skill=${DRAFT} go` })
    return candidates.map(({ skill, relevance, mean }) => ({ skill, relevance, mean }))
  }

  /** The same where there never was another skill of this name. */
  async function judgedUnseen() {
    const home = new LoopHome()
    home.person(DRAFT, { 'SKILL.md': skillMd(DRAFT, 'My own way.') })
    return await judged(await home.open())
  }

  async function revoked(home: LoopHome) {
    const loop = await home.open()
    await home.streak(loop)
    const bytes = snapshot(join(home.skills, DRAFT))
    await loop.review.move(DRAFT, 'revoke', { reason: 'wrong' })
    return { loop, bytes }
  }

  it('is not drafted again, and each suppression is one line of the ledger', async () => {
    const home = new LoopHome()
    const { loop } = await revoked(home)
    expect(await home.streak(loop)).toMatchObject({ status: 'suppressed' })
    expect(await home.streak(loop, `please ${REQUEST}`)).toMatchObject({ status: 'suppressed' })
    expect((await loop.review.history()).filter(({ move }) => move === 'suppressed')).toHaveLength(2)
    expect(existsSync(join(home.skills, DRAFT))).toBe(false)
  })

  it('lends nothing to a person’s own skill that takes its name', async () => {
    const home = new LoopHome()
    const { loop } = await revoked(home)
    home.person(DRAFT, { 'SKILL.md': skillMd(DRAFT, 'My own way.') })
    expect(await named(loop, DRAFT)).toMatchObject({ origin: 'person', status: 'active', evidenceCount: 0 })
    expect(await judged(loop)).toEqual(await judgedUnseen())
    expect(await home.streak(loop)).toMatchObject({ status: 'suppressed' })
    expect(readFileSync(join(home.skills, DRAFT, 'SKILL.md'), 'utf8')).toBe(skillMd(DRAFT, 'My own way.'))
  })

  it('lends nothing either when it was only archived', async () => {
    const { home, loop } = await opened()
    await home.streak(loop)
    await loop.review.move(DRAFT, 'archive')
    home.person(DRAFT, { 'SKILL.md': skillMd(DRAFT, 'My own way.') })
    expect(await named(loop, DRAFT)).toMatchObject({ origin: 'person' })
    expect((await named(loop, DRAFT))?.score).toBeUndefined()
    expect(await judged(loop)).toEqual(await judgedUnseen())
  })

  it('stays revoked when a tool puts its very bytes back, until a person restores it', async () => {
    const home = new LoopHome()
    const { loop } = await revoked(home)
    const kept = (await named(loop, DRAFT))?.path ?? ''
    renameSync(kept, join(home.skills, DRAFT))
    const before = snapshot(home.skills)
    expect(await named(loop, DRAFT)).toMatchObject({ status: 'revoked', origin: 'auto' })
    expect((await loop.route({ text: `@@skill=${DRAFT} go` })).pick).toBeNull()
    await expect(loop.load(DRAFT)).rejects.toMatchObject({ code: 'no_such_skill' })
    await loop[Symbol.asyncDispose]()
    const again = await home.open()
    expect(await named(again, DRAFT)).toMatchObject({ status: 'revoked' })
    expect(snapshot(home.skills)).toEqual(before)
    expect(await again.review.move(DRAFT, 'restore')).toMatchObject({ status: 'staged', needsReview: true })
    expect(await again.load(DRAFT)).toMatchObject({ name: DRAFT })
    expect(await again.review.revocations()).toEqual([])
  })

  it('is offered no more by a process that was running when another one revoked it', async () => {
    const home = new LoopHome()
    const [host, other] = [await home.open(), await home.open()]
    await home.streak(host)
    expect((await host.route({ text: `@@skill=${DRAFT} go` })).pick).not.toBeNull()
    await other.review.move(DRAFT, 'revoke')
    expect((await host.route({ text: `@@skill=${DRAFT} go` })).pick).toBeNull()
    await expect(host.load(DRAFT)).rejects.toMatchObject({ code: 'no_such_skill' })
  })

  it('stays revoked after a purge, which forgets what was counted of it as well', async () => {
    const home = new LoopHome()
    const { loop } = await revoked(home)
    await loop.review.purge((await loop.review.purgeable()).map(({ id }) => id))
    expect(await named(loop, DRAFT)).toBeUndefined()
    expect(await home.streak(loop)).toMatchObject({ status: 'suppressed' })
    home.person(DRAFT)
    expect((await named(loop, DRAFT))?.counts).toEqual({ offered: 0, loaded: 0, successes: 0, failures: 0 })
  })
})
