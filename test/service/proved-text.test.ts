import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { SkillLoop } from '../../src/app/skill-loop.ts'
import { bodyDigest } from '../../src/domain/measurement.ts'
import type { ProofTask } from '../../src/domain/proof/task.ts'
import { type Script, scriptedModel } from '../model/scripted-model.ts'
import { Home, REVIEW, REVIEW_SKILL, turn } from './home.ts'

const STEPS = ['git fetch', 'git diff main', 'npm test']
const LINT = 'npm run lint'

async function streak(loop: SkillLoop, commands: readonly string[], day: number) {
  const toolCalls = commands.map((command) => ({
    name: 'Bash',
    input: { command },
    ok: true,
  }))
  for (let n = 0; n < 3; n++) await loop.endOfRun(turn(REVIEW, { toolCalls, sessionId: `d${day}-${n}` }))
}

/** Tasks that all lint, and share nothing else that a draft of the skill does not say. */
const PARTS = 'orders billing search users ledger catalog mailbox sessions invoices carts refunds stock'
const TASKS: readonly ProofTask[] = PARTS.split(' ').flatMap((part, i) =>
  ['screen', 'store'].map((side) => ({
    ...{
      id: `t${i}-${side}`,
      family: `f${i}-${side}`,
      prompt: `review the ${part} ${side} on the branch`,
    },
    run: ['git fetch', 'git diff main', LINT, 'npm test', `cat src/${part}/${side}.ts`].map((command) => ({
      ...{ tool: 'Bash', input: { command } },
    })),
  })),
)

/** A numbered step, so that a merge would number the others anew. */
const adding: Script = ({ purpose, input }) => {
  const anchor = /^2\. .*$/m.exec(input.replaceAll('&lt;', '<'))?.[0] ?? ''
  const edits = [{ anchor, action: 'insert_after', text: `3. Run \`${LINT}\``, removes: [] }]
  return purpose === 'reflect' ? { diagnosis: 'It was not linted.', edits } : { body: '1. Run `npm test`' }
}

/** A promoted skill whose draft with the lint step was rejected; a text with it is then measured. */
async function proved(during: (at: Home) => void = () => {}) {
  const at = new Home()
  const file = join(at.skills, REVIEW_SKILL, 'SKILL.md')
  const script: Script = (question, n) => {
    if (n === 1) during(at)
    return adding(question, n)
  }
  const loop = await at.open({ languageModel: scriptedModel(script) })
  await streak(loop, STEPS, 0)
  await loop.review.move(REVIEW_SKILL, 'promote')
  await streak(loop, ['git fetch', 'git diff main', LINT, 'npm test'], 1)
  await streak(loop, ['git fetch', 'git diff main', LINT, 'npm test'], 2)
  expect((await loop.review.proposal(REVIEW_SKILL)).files[0]?.after).toContain(LINT)
  await loop.review.move(REVIEW_SKILL, 'reject')
  const signal = new AbortController().signal
  const done = await loop.learning.optimise({ skill: REVIEW_SKILL, tasks: TASKS, repeats: 1, calls: 2 }, { signal })
  const text = () => readFileSync(file, 'utf8')
  const digest = () => bodyDigest(text().slice(text().indexOf('\n---\n') + 5))
  const last = async () => (await loop.review.history(REVIEW_SKILL)).at(-1)?.reason
  const measured = async () => (await loop.review.skill(REVIEW_SKILL)).scoreMeasured
  return {
    at,
    loop,
    done,
    file,
    text,
    digest,
    last,
    measured,
    proven: bodyDigest(done.body ?? ''),
  }
}

describe('a measured score', () => {
  it('is proposed with the bytes that were measured, also where a draft with the same line was rejected', async () => {
    const { loop, done, digest, last, measured, proven } = await proved()
    expect(done).toMatchObject({
      result: 'proposed',
      judged: { worth: 'gain' },
    })
    const { files, to } = await loop.review.proposal(REVIEW_SKILL)
    expect(files.find(({ path }) => path === 'SKILL.md')?.after).toContain(LINT)
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(digest()).toBe(proven)
    expect(await measured()).toBe(true)
    expect(await last()).toMatch(new RegExp(`^version ${to} was accepted, with the score 0\\.\\d\\d that was measured`))
  })

  it('is not that of a text into which the proposal was merged, and accept says so', async () => {
    const { loop, file, text, digest, last, measured, proven } = await proved()
    writeFileSync(file, text().replace('npm test', 'npm test -- --run'))
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(text()).toContain(LINT)
    expect(digest()).not.toBe(proven)
    expect(await measured()).toBe(false)
    expect(await last()).toContain('; no score was measured on this text')
  })

  it('stands for no text that is shown anew after a change either', async () => {
    const { loop, file, text, last, measured } = await proved()
    writeFileSync(file, `${text()}\nAsk Anna first.\n`)
    await loop.review.proposal(REVIEW_SKILL)
    await loop.review.move(REVIEW_SKILL, 'accept')
    expect(await measured()).toBe(false)
    expect(await last()).toContain('; no score was measured on this text')
  })

  it('is not recorded, and nothing proposed, where the skill was changed while it was measured', async () => {
    const { done, loop } = await proved((at) => {
      const file = join(at.skills, REVIEW_SKILL, 'SKILL.md')
      writeFileSync(file, `${readFileSync(file, 'utf8')}\nAsk Anna first.\n`)
    })
    expect(done).toMatchObject({
      result: 'refused',
      reason: expect.stringContaining('was changed while'),
    })
    expect((await loop.review.versions(REVIEW_SKILL)).map(({ state }) => state)).not.toContain('proposed')
  })
})
