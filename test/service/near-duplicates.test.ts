import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { scratch } from '../scratch.ts'

async function opened() {
  const home = scratch()
  const skills = join(home, 'c', 'wayland-core', 'skills')
  const open = () =>
    openSkillLoop({
      env: {},
      settings: { 'config.dir': join(home, 'c'), 'data.dir': join(home, 'd'), 'bucket.grouping': 'signature' },
    })
  let prompts = 0
  /** Three runs on one request; what came of the third. */
  const streak = async (loop: SkillLoop, userInput: string, commands = ['git diff main...HEAD', 'npm test']) => {
    const toolCalls = commands.map((command) => ({ name: 'Bash', input: { command }, ok: true }))
    let last = null
    for (let n = 0; n < 3; n++) {
      const promptId = `p${prompts++}`
      const receipt = await loop.endOfRun({
        userInput,
        outcome: 'success',
        sessionId: `s${promptId}`,
        promptId,
        toolCalls,
      })
      last = receipt.draft
    }
    return last
  }
  return { skills, open, streak }
}

const REVIEW = 'review the changes on the branch'
/** The same in other words, and with another signature: grouped by that, two streaks come to be for one skill. */
const AGAIN = 'carefully review all changes on the branch'

describe('a draft for what a skill is there for', () => {
  it('becomes the next version of that skill, from the turns of both, and no second skill', async () => {
    const { skills, open, streak } = await opened()
    await using loop = await open()
    expect(await streak(loop, REVIEW)).toMatchObject({ status: 'drafted', skill: 'auto-branch-changes-review' })
    expect(await streak(loop, AGAIN)).toMatchObject({
      status: 'proposed',
      skill: 'auto-branch-changes-review',
      reason: expect.stringContaining('is for the same'),
    })
    expect(readdirSync(skills)).toEqual(['auto-branch-changes-review'])
    const [first, second] = await loop.review.versions('auto-branch-changes-review')
    expect(first).toMatchObject({ head: true, version: '0.1.0' })
    expect(second).toMatchObject({ head: false, version: '0.1.1', state: 'proposed' })
    expect(second?.evidence.slice(0, 3)).toEqual(first?.evidence)
    expect(second?.evidence).toHaveLength(6)
    const { files } = await loop.review.proposal('auto-branch-changes-review')
    const text = files.find(({ path }) => path === 'SKILL.md')?.after
    expect(text).toMatch(/name: auto-branch-changes-review\n/)
    expect(text).toMatch(/Run `git diff main\.\.\.HEAD`\n/)
    expect(text).toContain(AGAIN)
    expect((await loop.review.skills()).map(({ evidenceCount }) => evidenceCount)).toEqual([3])
  })

  it('is a second skill when the work is another', async () => {
    const { open, streak } = await opened()
    await using loop = await open()
    await streak(loop, 'add unit tests for the parser module')
    expect(await streak(loop, 'add unit tests for the lexer module')).toMatchObject({ status: 'drafted' })
  })

  it('is suppressed when a person’s skill covers it, and the ledger names that skill', async () => {
    const { skills, open, streak } = await opened()
    mkdirSync(join(skills, 'my-review'), { recursive: true })
    const text = '---\nname: my-review\ndescription: Review the changes of a branch.\n---\nRead the diff.\n'
    writeFileSync(join(skills, 'my-review', 'SKILL.md'), text)
    await using loop = await open()
    const reason = 'a person\'s skill, "my-review", already covers it'
    expect(await streak(loop, REVIEW)).toMatchObject({ status: 'suppressed', reason })
    expect((await loop.review.history()).at(-1)).toMatchObject({ move: 'suppressed', reason })
    expect(readdirSync(skills)).toEqual(['my-review'])
  })

  it.each([
    ['archive', 'archived'],
    ['revoke', 'revoked'],
  ] as const)('is suppressed after a person chose to %s the skill for the same', async (move, status) => {
    const { open, streak } = await opened()
    await using loop = await open()
    await streak(loop, REVIEW)
    await loop.review.move('auto-branch-changes-review', move)
    expect(await streak(loop, AGAIN)).toMatchObject({
      status: 'suppressed',
      reason: `"auto-branch-changes-review", which is for the same, was ${status} by a person`,
    })
    expect((await loop.review.skills()).map((skill) => skill.status)).toEqual([status])
  })

  it('is drafted where the skill for the same was taken back, which was nobody’s wish', async () => {
    const { open, streak } = await opened()
    await using loop = await open()
    await streak(loop, REVIEW)
    const undo = { userInput: 'no, that is wrong, revert it', sessionId: 'sp2', promptId: 'undo' }
    await loop.endOfRun({ ...undo, outcome: 'success' })
    expect((await loop.review.skills()).map(({ status }) => status)).toEqual(['archived'])
    expect(await streak(loop, AGAIN)).toMatchObject({ status: 'drafted' })
  })
})

describe('later evidence for a skill', () => {
  it('is drawn together with the turns that it stands on so far, at most twelve, the latest', async () => {
    const { open, streak } = await opened()
    await using loop = await open()
    await streak(loop, REVIEW)
    expect(await streak(loop, REVIEW)).toMatchObject({ status: 'updated' })
    const text = async () => (await loop.load('auto-branch-changes-review')).text
    expect(await text()).toMatch(/Evidence: 6 successful [\s\S]*Run `npm test`\n/)
    for (let n = 0; n < 3; n++) await streak(loop, REVIEW)
    expect(await text()).toMatch(/Evidence: 12 successful [\s\S]*Run `npm test`\n/)
  })

  it('asks for no more review once a version beside a reviewed skill was accepted', async () => {
    const { skills, open, streak } = await opened()
    await using loop = await open()
    await streak(loop, REVIEW)
    await loop.review.move('auto-branch-changes-review', 'promote')
    await streak(loop, REVIEW)
    expect(await loop.review.move('auto-branch-changes-review', 'accept')).toMatchObject({ status: 'active' })
    const file = (name: string) => readFileSync(join(skills, 'auto-branch-changes-review', name), 'utf8')
    expect(file('SKILL.md')).toContain('Run `npm test`')
    expect(file('SKILL.md')).not.toContain('review before relying on it')
    expect(JSON.parse(file('manifest.json'))).toMatchObject({ needs_review: false, evidence_count: 6 })
  })

  it('leaves out what was taken back meanwhile, and goes into the version that is proposed', async () => {
    const { open, streak } = await opened()
    await using loop = await open()
    await streak(loop, REVIEW)
    await loop.review.move('auto-branch-changes-review', 'promote')
    await loop.endOfRun({ userInput: 'no, revert that', sessionId: 'sp1', promptId: 'undo', outcome: 'success' })
    expect(await streak(loop, REVIEW)).toMatchObject({ status: 'proposed' })
    const { files } = await loop.review.proposal('auto-branch-changes-review')
    expect(files.find(({ path }) => path === 'SKILL.md')?.after).toContain('Run `npm test`\n')
    expect((await loop.review.versions('auto-branch-changes-review')).at(-1)?.evidence).toHaveLength(5)
    await streak(loop, REVIEW)
    expect((await loop.review.versions('auto-branch-changes-review')).at(-1)?.evidence).toHaveLength(8)
  })
})

describe('a draft for the task of a skill, in other words', () => {
  const DEPLOY = ['npm run build', 'rsync -a dist/ web@shop:/srv/www', 'ssh web@shop systemctl reload nginx']
  const HOUSE = ['mise run fmt', 'mise run lint', 'npm test']

  it('becomes the next version of that skill, and says by which steps', async () => {
    const { skills, open, streak } = await opened()
    await using loop = await open()
    await streak(loop, 'deploy the website', DEPLOY)
    expect(await streak(loop, 'ship our page to the server', DEPLOY)).toMatchObject({
      status: 'proposed',
      skill: 'auto-deploy-website',
      reason: expect.stringMatching(/"auto-deploy-website" is for the same: their steps are 100 % alike/),
    })
    expect(readdirSync(skills)).toEqual(['auto-deploy-website'])
    expect((await loop.review.proposal('auto-deploy-website')).files.map(({ after }) => after).join()).toContain(
      'ship our page',
    )
  })

  it('is a skill of its own where only the habits of every task are shared', async () => {
    const { open, streak } = await opened()
    await using loop = await open()
    await streak(loop, 'add unit tests for the parser module', HOUSE)
    expect(await streak(loop, 'rename the billing service', HOUSE)).toMatchObject({ status: 'drafted' })
    expect((await loop.review.audit()).findings.filter(({ kind }) => kind === 'duplicate')).toEqual([])
  })

  it('is found by the audit where both are there, with the reason and the command that settles it', async () => {
    const { open, streak } = await opened()
    await using loop = await open()
    await streak(loop, 'deploy the website', DEPLOY)
    await loop.review.move('auto-deploy-website', 'archive')
    await streak(loop, 'ship our page to the server', DEPLOY)
    await loop.review.move('auto-deploy-website', 'restore')
    await loop.review.move('auto-deploy-website', 'promote')
    expect((await loop.review.audit()).findings.filter(({ kind }) => kind === 'duplicate')).toEqual([
      {
        kind: 'duplicate',
        skills: ['auto-deploy-website', 'auto-page-server-ship'],
        detail: expect.stringContaining('their steps are 100 % alike, and 2 of them are rare in other tasks'),
        command: 'wayland-core --skills-archive auto-page-server-ship',
      },
    ])
  })
})
