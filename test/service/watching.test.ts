import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { Home, opened, REVIEW, REVIEW_SKILL, turn } from './home.ts'

const bash = (...commands: readonly string[]) =>
  commands.map((command) => ({ name: 'Bash', input: { command }, ok: true }))

/** A streak whose runs did these commands each; the last receipt. */
async function streak(loop: SkillLoop, runs: readonly (readonly string[] | undefined)[], request = REVIEW) {
  let last = null
  for (const [n, commands] of runs.entries())
    last = await loop.endOfRun(
      turn(request, { sessionId: `s${n}`, ...(commands === undefined ? {} : { toolCalls: bash(...commands) }) }),
    )
  return last?.draft
}

const APART = [['terraform plan'], ['pdftotext a.pdf'], ['ffmpeg -i in.mov out.mp4']] as const
const ALIKE = [
  ['git diff main...HEAD', 'npm test'],
  ['git diff main...HEAD', 'npm test'],
  ['git diff main...HEAD', 'npm test'],
] as const
const statusIn = async (loop: SkillLoop) => (await loop.review.skills()).map(({ status }) => status)

describe('a draft whose runs reported calls and share no step', () => {
  it('waits: it is drafted and kept, and no model is told of it', async () => {
    const { home, loop } = await opened()
    expect(await streak(loop, APART)).toEqual({
      status: 'drafted',
      skill: REVIEW_SKILL,
      path: join(home.skills, REVIEW_SKILL),
    })
    expect(await statusIn(loop)).toEqual(['watching'])
    expect(readFileSync(join(home.skills, REVIEW_SKILL, 'SKILL.md'), 'utf8')).toContain('share no step')
    const decision = await loop.route({ text: `@@skill=${REVIEW_SKILL} ${REVIEW}` })
    expect(decision).toMatchObject({ pick: null, reason: 'no_candidates', candidates: [] })
    expect(await loop.offers.offered()).toEqual([])
    await expect(loop.offers.render(REVIEW_SKILL)).rejects.toMatchObject({
      code: 'refused',
      message: expect.stringContaining('it is not offered until'),
    })
    expect(await loop.offers.news()).toBeUndefined()
    expect((await loop.review.history()).at(-1)).toMatchObject({
      move: 'draft',
      toStatus: 'watching',
      reason: expect.stringContaining('share no step yet'),
    })
    const { findings } = await loop.review.audit()
    expect(findings).toMatchObject([
      { kind: 'watching', skills: [REVIEW_SKILL], command: `wayland-core show ${REVIEW_SKILL}` },
    ])
  })

  it('is staged once further runs share a step, as its ledger says, and is then offered and told of', async () => {
    const loop = await new Home().open()
    await streak(loop, APART)
    expect(await streak(loop, APART)).toMatchObject({ status: 'updated' })
    expect(await statusIn(loop)).toEqual(['watching'])
    for (let n = 0; n < 3; n++) await streak(loop, ALIKE)
    expect(await statusIn(loop)).toEqual(['staged'])
    expect((await loop.route({ text: REVIEW })).pick?.skill).toBe(REVIEW_SKILL)
    expect(await loop.offers.news()).toContain(REVIEW_SKILL)
    expect(await loop.review.history()).toContainEqual(
      expect.objectContaining({
        fromStatus: 'watching',
        toStatus: 'staged',
        reason: expect.stringContaining('share steps now'),
      }),
    )
    expect((await loop.review.audit()).findings).toMatchObject([{ kind: 'needs_review' }])
  })

  it('is offered where router.offer says so, and not where drafts are not offered at all', async () => {
    const home = new Home()
    await streak(await home.open(), APART)
    const loop = await home.open({ settings: { 'router.offer': 'watching' } })
    expect((await loop.route({ text: REVIEW })).pick?.skill).toBe(REVIEW_SKILL)
    const strict = await home.open({ settings: { 'router.offer': 'active' } })
    expect((await strict.route({ text: REVIEW })).pick).toBeNull()
  })

  it('may be promoted, archived and revoked like any draft, and waits again when it comes back', async () => {
    const loop = await new Home().open()
    await streak(loop, APART)
    expect(await loop.review.move(REVIEW_SKILL, 'archive')).toMatchObject({ status: 'archived' })
    expect(await loop.review.move(REVIEW_SKILL, 'restore')).toMatchObject({ status: 'watching', needsReview: true })
    expect(await loop.review.move(REVIEW_SKILL, 'revoke')).toMatchObject({ status: 'revoked' })
    expect(await loop.review.move(REVIEW_SKILL, 'restore')).toMatchObject({ status: 'watching' })
    const [first] = await loop.review.history(REVIEW_SKILL)
    expect(await loop.review.move(REVIEW_SKILL, 'promote')).toMatchObject({ status: 'active', needsReview: false })
    expect((await loop.route({ text: REVIEW })).pick?.skill).toBe(REVIEW_SKILL)
    expect(await loop.review.move(REVIEW_SKILL, 'rollback', { entry: first?.id ?? 0 })).toMatchObject({
      status: 'watching',
    })
    await expect(loop.review.move(REVIEW_SKILL, 'pin')).rejects.toMatchObject({ code: 'illegal_move' })
  })

  it('is its editor’s when a person edits it: staged, and offered', async () => {
    const { home, loop } = await opened()
    await streak(loop, APART)
    const file = join(home.skills, REVIEW_SKILL, 'SKILL.md')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nAlways read the tests first.\n`)
    expect(await statusIn(loop)).toEqual(['staged'])
    expect((await loop.route({ text: REVIEW })).pick?.skill).toBe(REVIEW_SKILL)
  })

  it('does not take the place of a draft that shows steps: the draft stays, and the turns count', async () => {
    const loop = await new Home().open()
    await streak(loop, ALIKE)
    const before = (await loop.load(REVIEW_SKILL)).text
    expect(await streak(loop, APART)).toMatchObject({
      status: 'refused',
      reason: expect.stringContaining('share no step'),
    })
    expect(await statusIn(loop)).toEqual(['staged'])
    expect((await loop.load(REVIEW_SKILL)).text).toBe(before)
  })
})

describe('whether a draft waits', () => {
  it.each([
    ['calls of one run only, the others not reported', [['make'], undefined, undefined], 'watching'],
    ['no calls reported', [undefined, undefined, undefined], 'staged'],
    ['calls reported, none made', [[], [], []], 'staged'],
    ['a step that all runs share', ALIKE, 'staged'],
  ] as const)('is decided by what the runs reported: %s', async (_, runs, status) => {
    const loop = await new Home().open()
    expect(await streak(loop, runs)).toMatchObject({ status: 'drafted' })
    expect(await statusIn(loop)).toEqual([status])
    const offered = (await loop.route({ text: REVIEW })).pick?.skill
    expect(offered).toBe(status === 'staged' ? REVIEW_SKILL : undefined)
  })
})
