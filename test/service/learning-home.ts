import type { SkillLoop } from '../../src/app/skill-loop.ts'
import type { Proposal, ProposedSkill } from '../../src/domain/learning/proposal.ts'
import { claimsOf } from '../../src/domain/learning/proposal.ts'
import { MIGRATION } from '../domain/learning/session.ts'
import { type Script, scriptedModel } from '../model/scripted-model.ts'
import { Home } from './home.ts'

export const create = (skill: ProposedSkill): Proposal => ({
  ...{ triage: 'gap', operation: 'create', target: '', reason: 'the client is generated first', skill, look: [] },
})
export const NOTHING: Proposal = {
  triage: 'nothing',
  operation: 'none',
  target: '',
  reason: 'all went well',
  skill: null,
  look: [],
}
export const allSupported = (skill: ProposedSkill) => ({
  claims: claimsOf(skill).map(({ id }) => ({ id, supported: true, reason: '' })),
})

/** A model that proposes this, finds it borne out, and adds it. */
export const proposing = (proposal: Proposal, others: Readonly<Record<string, unknown>> = {}): Script => {
  const answers: Readonly<Record<string, unknown>> = {
    extract: proposal,
    audit: proposal.skill === null ? { claims: [] } : allSupported(proposal.skill),
    judge: { decision: 'add', target: '', reason: 'nothing like it' },
    ...others,
  }
  return ({ purpose }) => answers[purpose]
}

export async function home(script: Script) {
  const at = new Home()
  const model = scriptedModel(script)
  const loop = await at.open({ languageModel: model })
  return { at, loop, model }
}

/** Records the session in which a migration failed at first, and lets it rest. */
export async function record(at: Home, loop: SkillLoop, sessionId = 's1', more = ''): Promise<void> {
  for (const [i, { trajectory }] of MIGRATION.turns.entries())
    await loop.endOfRun({
      ...trajectory,
      userInput: `${trajectory.userInput}${more}`,
      engine: 'claude-code',
      sessionId,
      promptId: `${sessionId}-${i}`,
      timestamp: at.now,
    })
  at.now = new Date(at.now.getTime() + 3_600_000)
}
