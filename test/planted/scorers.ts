import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSkillLoop } from '../../src/app/open-skill-loop.ts'
import { scriptedModel } from '../model/scripted-model.ts'
import { allClaims, type PlantedCase } from './case.ts'

/** What decides whether a change is put before a person. `optimise` and its scorers would be further ones. */
export interface Scorer {
  readonly name: string
  judge(planted: PlantedCase): Promise<Verdict>
}

/** `rule`: why it is not put before a person. */
export type Verdict = { readonly accepted: true } | { readonly accepted: false; readonly rule: string }

/** The whole review of a session, in a home of its own, with a second reader that is of no use, or that is never wrong. */
export const SCORERS: readonly Scorer[] = [
  { name: 'rules, and a second reader that agrees', judge: async (planted) => await reviewed(planted, []) },
  {
    name: 'rules, and a second reader that is never wrong',
    judge: async (planted) => await reviewed(planted, planted.doubtful),
  },
]

async function reviewed(planted: PlantedCase, doubted: readonly string[]): Promise<Verdict> {
  const root = mkdtempSync(join(tmpdir(), 'wayland-planted-'))
  try {
    return await judgedIn(root, planted, doubted)
  } finally {
    rmSync(root, { recursive: true })
  }
}

async function judgedIn(root: string, planted: PlantedCase, doubted: readonly string[]): Promise<Verdict> {
  const { before, family, calls, request } = planted
  if (before !== undefined) writeSkill(join(root, 'config', 'wayland-core', 'skills', family.skill), planted)
  let now = new Date('2026-03-01T00:00:00Z')
  await using loop = await openSkillLoop({
    ...{ env: {}, now: () => now, onEvent: () => {}, languageModel: modelOf(planted, doubted) },
    settings: { 'config.dir': join(root, 'config'), 'data.dir': join(root, 'data'), seed: 7 },
  })
  const turn = { engine: 'claude-code', sessionId: 's1', outcome: 'success', timestamp: now } as const
  await loop.endOfRun({ ...turn, userInput: request, promptId: 'p1', toolCalls: calls })
  now = new Date(now.getTime() + 3_600_000)
  const { proposals, skipped, failed } = await loop.learning.learn()
  const [found] = proposals
  if (found === undefined)
    throw new Error(`nothing was proposed about ${family.skill}: ${JSON.stringify({ skipped, failed })}`)
  if (found.staged.status === 'refused') return { accepted: false, rule: found.staged.rule }
  // What is put before a person is the change without what was taken out of it.
  const [fell] = found.fallen
  if (fell !== undefined) return { accepted: false, rule: fell.rule }
  const { status } = await loop.review.skill(found.staged.skill)
  return before === undefined && status !== 'staged' ? { accepted: false, rule: status } : { accepted: true }
}

export function writeSkill(folder: string, { family, before }: Pick<PlantedCase, 'family' | 'before'>): void {
  mkdirSync(folder, { recursive: true })
  const head = `---\nname: ${family.skill}\ndescription: Work on ${family.file.replace('<name>', 'one')}.\n---\n\n`
  writeFileSync(join(folder, 'SKILL.md'), `${head}${before}`)
}

function modelOf({ proposal, edits, reader, doubtful }: PlantedCase, doubted: readonly string[]) {
  const isDoubted = (id: string) =>
    reader === undefined ? doubted.includes(id) : reader === 'lies' && !doubtful.includes(id)
  const claims = allClaims(proposal).map((id) => ({ id, supported: !isDoubted(id), reason: '' }))
  const answers: Readonly<Record<string, unknown>> = {
    ...{ extract: proposal, audit: { claims }, merge: { edits, reason: 'as proposed' } },
    judge: { decision: 'add', target: '', reason: 'nothing like it' },
  }
  return scriptedModel(({ purpose }) => answers[purpose])
}
