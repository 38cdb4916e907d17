import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { NOTICE } from '../../src/domain/draft/body-ends.ts'
import { Home, REVIEW, REVIEW_SKILL, skillMd, withDraft } from './home.ts'

async function reviewable() {
  const { home, loop } = await withDraft()
  const read = (path: string) => readFileSync(join(home.skills, REVIEW_SKILL, path), 'utf8')
  return { home, loop, read }
}

describe('promote', () => {
  it('makes a draft active, takes what only a draft needs out of its body and says in the manifest that it was reviewed', async () => {
    const { loop, read } = await reviewable()
    const before = { md: read('SKILL.md'), manifest: read('manifest.json') }
    expect(before.md).toContain(NOTICE)
    expect(await loop.review.move(REVIEW_SKILL, 'promote')).toMatchObject({
      status: 'active',
      needsReview: false,
      version: '0.1.1',
    })
    const drafted = /> Drafted automatically[^\n]*\n\nSignature: [^\n]*\nEvidence: 3 [^\n]*\n\n/
    expect(before.md).toMatch(drafted)
    expect(read('SKILL.md')).toBe(before.md.replace(drafted, ''))
    expect(JSON.parse(read('manifest.json'))).toEqual({ ...JSON.parse(before.manifest), needs_review: false })
    expect((await loop.load(REVIEW_SKILL)).text).not.toContain(NOTICE)
  })

  it('takes the same out of a text whose line ends a person made CRLF', async () => {
    const { home, loop, read } = await reviewable()
    const file = join(home.skills, REVIEW_SKILL, 'SKILL.md')
    writeFileSync(file, read('SKILL.md').replaceAll('\n', '\r\n'))
    await loop.review.move(REVIEW_SKILL, 'promote')
    expect(read('SKILL.md')).not.toMatch(/Drafted automatically|^Signature: |^Evidence: /m)
    expect(read('SKILL.md')).toMatch(/---\r\n\r\n## When to use\r\n/)
  })

  it('leaves the bytes of a person’s skill alone', async () => {
    const home = new Home()
    const text = skillMd('bake', 'Bake bread.', `${NOTICE}\n\nBake.`)
    home.write('bake', text, { 'manifest.json': '{"auto_drafted":true,"needs_review":true}' })
    const loop = await home.open()
    expect(await loop.review.move('bake', 'promote')).toMatchObject({ status: 'active', needsReview: false })
    expect(readFileSync(join(home.skills, 'bake', 'SKILL.md'), 'utf8')).toBe(text)
  })

  it('moves only the files that were looked at, where they are named', async () => {
    const { loop, home, read } = await reviewable()
    const [seen] = await loop.review.versions(REVIEW_SKILL)
    const digest = seen?.digest ?? ''
    writeFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), `${read('SKILL.md')}\nOne more line.\n`)
    await expect(loop.review.move(REVIEW_SKILL, 'promote', { digest })).rejects.toMatchObject({ code: 'conflict' })
    const now = (await loop.review.versions(REVIEW_SKILL)).find(({ head }) => head)?.digest ?? ''
    expect(await loop.review.move(REVIEW_SKILL, 'promote', { digest: now })).toMatchObject({ status: 'active' })
  })

  it('takes a name, an id or the beginning of one', async () => {
    const { loop } = await reviewable()
    const [skill] = await loop.review.skills()
    expect((await loop.review.move((skill?.id ?? '').slice(0, 8), 'promote')).name).toBe(REVIEW_SKILL)
    await expect(loop.review.move('nobody', 'promote')).rejects.toMatchObject({ code: 'no_such_skill' })
  })

  it('keeps the reason that a person gives without the secrets in it', async () => {
    const { loop } = await reviewable()
    const secret = ['Tr0ub4', 'dor3x'].join('')
    await loop.review.move(REVIEW_SKILL, 'promote', { reason: `checked, the password is ${secret}` })
    const { reason } = (await loop.review.history(REVIEW_SKILL)).at(-1) ?? {}
    expect(reason).toMatch(/^checked, the password is \[redacted:/)
    expect(reason).not.toContain(secret)
  })

  it('is refused, with the reason, where it is not legal, and nothing changes', async () => {
    const { loop, read } = await reviewable()
    await loop.review.move(REVIEW_SKILL, 'promote')
    const before = read('SKILL.md')
    await expect(loop.review.move(REVIEW_SKILL, 'promote')).rejects.toMatchObject({
      code: 'illegal_move',
      message: expect.stringMatching(/it is active, and only staged or watching skills can be promoted/),
    })
    expect(read('SKILL.md')).toBe(before)
    expect((await loop.review.history(REVIEW_SKILL)).map(({ move }) => move)).toEqual(['draft', 'promote'])
  })
})

describe('archive', () => {
  it('takes the skill out of the router and the folder, and keeps it whole', async () => {
    const { home, loop, read } = await reviewable()
    const before = [read('SKILL.md'), read('manifest.json'), read('references/evidence.md')]
    const moved = await loop.review.move(REVIEW_SKILL, 'archive')
    expect(moved.status).toBe('archived')
    expect(readdirSync(home.skills)).toEqual([])
    expect(moved.path.startsWith(join(dirname(home.skills), 'archive'))).toBe(true)
    const kept = ['SKILL.md', 'manifest.json', 'references/evidence.md'].map((path) =>
      readFileSync(join(moved.path, path), 'utf8'),
    )
    expect(kept).toEqual(before)
    expect((await loop.route({ text: REVIEW })).reason).toBe('no_candidates')
  })

  it('keeps an edit that a person made just before', async () => {
    const { home, loop, read } = await reviewable()
    const edited = `${read('SKILL.md')}\nMine.\n`
    writeFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), edited)
    const { path } = await loop.review.move(REVIEW_SKILL, 'archive')
    expect(readFileSync(join(path, 'SKILL.md'), 'utf8')).toBe(edited)
  })
})

describe('an interrupted move', () => {
  it('is finished by the next start: an archived skill leaves the folder', async () => {
    const { home, loop } = await reviewable()
    await loop[Symbol.asyncDispose]()
    const db = new Sqlite(home.database)
    db.exec("UPDATE skills SET status = 'archived'")
    db.close()
    const next = await home.open()
    expect(existsSync(join(home.skills, REVIEW_SKILL))).toBe(false)
    expect((await next.review.skills())[0]).toMatchObject({
      status: 'archived',
      path: expect.stringContaining('archive'),
    })
    expect(home.events).toContainEqual({ kind: 'repaired', what: expect.stringContaining('archived') })
  })
})

it('refuses a move whose skill was changed by another process meanwhile, or makes it on what is there now', async () => {
  const { home, loop } = await reviewable()
  const other = await home.open()
  const moves = await Promise.allSettled([
    loop.review.move(REVIEW_SKILL, 'archive'),
    other.review.move(REVIEW_SKILL, 'promote'),
  ])
  expect(moves.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
  const [skill] = await loop.review.skills()
  expect(skill?.status).toBe('archived')
  expect(readdirSync(home.skills)).toEqual([])
})
