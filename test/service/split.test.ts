import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { opened, turn } from './home.ts'

const REQUEST = 'deploy the website'
const FIRST = 'auto-deploy-website'
const SECOND = 'auto-deploy-website-helm'
const COPIED = ['rsync -a dist/ web@shop:/srv/www', 'ssh web@shop systemctl reload nginx']
const CHARTED = ['helm upgrade shop ./chart', 'kubectl rollout status deploy/shop']

/** Three runs that did this each; the last draft. */
async function streak(loop: SkillLoop, commands: readonly string[]) {
  let last = null
  for (const n of [1, 2, 3])
    last = await loop.endOfRun(
      turn(REQUEST, {
        sessionId: `s${n}`,
        toolCalls: commands.map((command) => ({ name: 'Bash', input: { command }, ok: true })),
      }),
    )
  return last?.draft
}

async function split() {
  const { home, loop } = await opened()
  await streak(loop, COPIED)
  const before = (await loop.load(FIRST)).text
  return { home, loop, before, draft: await streak(loop, CHARTED) }
}
const statuses = async (loop: SkillLoop) =>
  Object.fromEntries((await loop.review.skills()).map(({ name, status }) => [name, status]))

describe('a skill whose later turns do another task', () => {
  it('stays as it is, and a second one waits beside it for a person, with the turns of each in the audit', async () => {
    const { loop, before, draft } = await split()
    expect(draft).toMatchObject({ status: 'proposed', skill: FIRST, reason: expect.stringContaining(SECOND) })
    expect(await statuses(loop)).toEqual({ [FIRST]: 'staged', [SECOND]: 'watching' })
    expect((await loop.load(FIRST)).text).toBe(before)
    expect((await loop.load(SECOND)).text).toContain('`helm upgrade shop ./chart`')
    expect((await loop.route({ text: `@@skill=${SECOND} deploy` })).pick?.skill).not.toBe(SECOND)
    const turnsOf = async (skill: string) => (await loop.review.versions(skill)).at(-1)?.evidence ?? []
    const { findings } = await loop.review.audit()
    const found = findings.find(({ kind }) => kind === 'split')
    expect(found).toMatchObject({ skills: [FIRST, SECOND], command: `wayland-core show ${SECOND}` })
    for (const skill of [FIRST, SECOND]) for (const id of await turnsOf(skill)) expect(found?.detail).toContain(id)
    expect(findings.filter(({ kind }) => kind === 'duplicate' || kind === 'watching')).toEqual([])
    expect(await loop.review.history(SECOND)).toMatchObject([{ move: 'split', actor: 'auto', toStatus: 'watching' }])
  })

  it('gets its further turns, and the second one its own, which still waits', async () => {
    const { loop } = await split()
    expect(await streak(loop, CHARTED)).toMatchObject({ skill: SECOND })
    expect(await statuses(loop)).toEqual({ [FIRST]: 'staged', [SECOND]: 'watching' })
    expect(await streak(loop, COPIED)).toMatchObject({ status: 'updated', skill: FIRST })
    expect((await loop.load(FIRST)).text).not.toContain('helm')
    expect((await loop.load(SECOND)).text).not.toContain('rsync')
    expect((await loop.review.skills()).length).toBe(2)
  })

  it('is two skills once the second is promoted, and one again when that is archived', async () => {
    const { home, loop } = await split()
    expect(await loop.review.move(SECOND, 'promote')).toMatchObject({ status: 'active', needsReview: false })
    expect((await loop.review.audit()).findings.filter(({ kind }) => kind === 'split')).toEqual([])
    await loop.review.move(SECOND, 'archive')
    expect(existsSync(join(home.skills, SECOND))).toBe(false)
    expect(await statuses(loop)).toEqual({ [FIRST]: 'staged', [SECOND]: 'archived' })
    await streak(loop, CHARTED)
    expect(await statuses(loop)).toMatchObject({ [SECOND]: 'archived' })
    expect(await loop.review.move(SECOND, 'restore')).toMatchObject({ status: 'staged' })
  })

  it('is found again after a restart, and its ledger agrees with its rows', async () => {
    const { home } = await split()
    const again = await home.open()
    expect(await statuses(again)).toEqual({ [FIRST]: 'staged', [SECOND]: 'watching' })
    const manifest = JSON.parse(readFileSync(join(home.skills, SECOND, 'manifest.json'), 'utf8'))
    expect(manifest).toMatchObject({ name: SECOND, auto_drafted: true, evidence_count: 3, needs_review: true })
  })
})
