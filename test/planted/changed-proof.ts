import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import { seededRandom } from '../../src/domain/bandit.ts'
import { splitFrontMatter } from '../../src/domain/front-matter.ts'
import { bodyDigest } from '../../src/domain/measurement.ts'
import { scriptedModel } from '../model/scripted-model.ts'
import { bodyOf, inserting, mainStep, prepareStep } from './case.ts'
import { FAMILIES, type Family } from './families.ts'
import { writeSkill } from './scorers.ts'
import type { Tally } from './table.ts'
import { tasksOf } from './worth.ts'

/** When the skill is changed by hand: never, before its edits are accepted, before they are shown again, while they are measured. */
const CHANGES = ['never', 'before accept', 'before a second look', 'while measured', 'parts'] as const

/** What is good is that the accepted text is the one that was measured; accepted is a text that has the score. */
export async function changedTallied(cases: number): Promise<Tally> {
  const tally = { good: 0, refusedGood: 0, others: 0, acceptedOthers: 0, rules: {} as Record<string, number> }
  for (let n = 0; n < cases; n++) {
    const [family, change] = [FAMILIES[n % FAMILIES.length], CHANGES[n % CHANGES.length]]
    if (family === undefined || change === undefined) throw new Error(`no case ${n}`)
    const { isMeasuredText, hasScore } = await accepted(family, change, n)
    if (isMeasuredText) tally.good++
    else tally.others++
    if (isMeasuredText && !hasScore) tally.refusedGood++
    if (!isMeasuredText && hasScore) tally.acceptedOthers++
    if (!hasScore) tally.rules[change] = (tally.rules[change] ?? 0) + 1
  }
  return tally
}

async function accepted(family: Family, change: (typeof CHANGES)[number], seed: number) {
  const root = mkdtempSync(join(tmpdir(), 'wayland-planted-'))
  const folder = join(root, 'config', 'wayland-core', 'skills', family.skill)
  const file = join(folder, 'SKILL.md')
  writeSkill(folder, { family, before: bodyOf([mainStep(family, 'orders')]) })
  const changeIt = () => writeFileSync(file, `${readFileSync(file, 'utf8')}- Ask before you begin.\n`)
  const { claims: _, ...edit } = inserting([prepareStep(family, 'orders')])
  const model = scriptedModel(({ purpose }, n) => {
    if (change === 'while measured' && n === 1) changeIt()
    return purpose === 'reflect' ? { diagnosis: 'It was not prepared.', edits: [edit] } : { body: 'Do it.' }
  })
  try {
    await using loop = await openSkillLoop({
      ...{ env: {}, onEvent: () => {}, languageModel: model },
      settings: { 'config.dir': join(root, 'config'), 'data.dir': join(root, 'data'), seed: 7 },
    })
    const asked = { skill: family.skill, tasks: tasksOf(family, seededRandom(seed)), repeats: 1, calls: 1 }
    const done = await loop.learning.optimise(asked, { signal: new AbortController().signal })
    if (change === 'before accept' || change === 'before a second look') changeIt()
    if (change === 'before a second look') await loop.review.proposal(family.skill)
    if (done.result === 'proposed')
      await loop.review.move(family.skill, 'accept', change === 'parts' ? { parts: [1] } : {})
    const digest = bodyDigest(splitFrontMatter(readFileSync(file, 'utf8')).body)
    const { scoreMeasured } = await loop.review.skill(family.skill)
    return { isMeasuredText: digest === bodyDigest(done.body ?? ''), hasScore: scoreMeasured === true }
  } finally {
    rmSync(root, { recursive: true })
  }
}
