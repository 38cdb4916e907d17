import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { SkillLoop } from 'wayland-core'
import type { Proposal } from '../../../src/domain/learning/proposal.ts'
import { claimsOf } from '../../../src/domain/learning/proposal.ts'
import { openHandoff } from '../../../src/model/handoff.ts'
import { MIGRATION, PROPOSED } from '../../domain/learning/session.ts'
import { scriptedModel } from '../../model/scripted-model.ts'
import { type Home, openHome } from '../home.ts'
import { look } from '../look.ts'
import { inLoop, NONE, type Scenario } from '../scenario.ts'

const PROPOSAL: Proposal = {
  ...{ triage: 'gap', operation: 'create', target: '', reason: 'the client first', skill: PROPOSED, look: [] },
}
const JUDGED = { decision: 'add', target: '', reason: 'nothing like it' }
const AUDIT = { claims: claimsOf(PROPOSED).map(({ id }) => ({ id, supported: true, reason: '' })) }

const YEAR_MS = 365 * 86_400_000

/** What was proposed twice, or asked again though its answer was kept. */
const doubled = (home: Home): readonly string[] =>
  look(home, (db) => {
    const count = (sql: string) => db.prepare<[], number>(sql).pluck().get() ?? 0
    const again =
      "SELECT count(*) FROM (SELECT id FROM model_calls WHERE state = 'answered' GROUP BY id HAVING count(*) > 1)"
    const [proposals, answers] = [count('SELECT count(*) FROM model_proposals'), count(again)]
    return [
      ...(proposals === 1 ? [] : [`${proposals} proposals of one session`]),
      ...(answers === 0 ? [] : [`${answers} calls were answered twice`]),
    ]
  }) ?? ['there is no database']

const ANSWERS: Readonly<Record<string, unknown>> = { extract: PROPOSAL, audit: AUDIT, judge: JUDGED }

/** Reviews what is due; answers with how many questions wait. */
async function learn(loop: SkillLoop): Promise<number> {
  const { failed, stopped, waiting } = await loop.learning.learn({ since: new Date(0) })
  const [fault] = failed
  if (stopped !== undefined) throw stopped
  if (fault !== undefined) throw new Error(fault.why)
  return waiting
}

const reviewed: Scenario['act'] = async (home, open) => {
  const languageModel = scriptedModel(({ purpose }) => ANSWERS[purpose])
  await inLoop(learn)(home, async (where) => await open(where, { languageModel }))
}

/** The same by files: each question is answered as soon as it waits. */
const reviewedByFiles: Scenario['act'] = async (home, open) => {
  const languageModel = openHandoff(handoff(home))
  await inLoop(async (loop) => {
    for (let rounds = 0; (await learn(loop)) > 0; rounds++) {
      if (rounds > Object.keys(ANSWERS).length) throw new Error('a question is asked without end')
      for (const { id, purpose } of await loop.learning.modelQuestions())
        await loop.learning.answerQuestion(id, ANSWERS[purpose])
    }
  })(home, async (where) => await open(where, { languageModel }))
}

const handoff = ({ data }: Home): string => join(data, 'handoff')

/** Files of questions that were answered. */
const left = (home: Home): readonly string[] =>
  (existsSync(handoff(home)) ? readdirSync(handoff(home)) : []).map((name) => `${name} is left`)

const prepare: Scenario['prepare'] = async (home) => {
  await inLoop(async (loop) => {
    for (const [i, { trajectory }] of MIGRATION.turns.entries())
      await loop.endOfRun({
        ...{ ...trajectory, engine: 'claude-code', sessionId: 's1', promptId: `p${i}` },
        // Rested also for a clock that goes back.
        timestamp: new Date(Date.now() - 4 * YEAR_MS + i),
      })
  })(home, openHome)
  return NONE
}

/** A review of a session, from its first question to the draft. */
export const LEARNING: readonly Scenario[] = [
  {
    name: 'review a session',
    ...{ prepare, act: reviewed, several: true },
    // The draft may be there though its review did not end: the next review ends it.
    async last(home) {
      await reviewed(home, openHome)
      return doubled(home)
    },
  },
  {
    name: 'review a session by files',
    ...{ prepare, act: reviewedByFiles, several: true },
    async last(home) {
      await reviewedByFiles(home, openHome)
      return [...doubled(home), ...left(home)]
    },
  },
]
