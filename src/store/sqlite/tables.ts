import type { Database } from 'better-sqlite3'
import { type ActivationTable, activationTable } from './activations.ts'
import { type ConversationTable, conversationTable } from './conversations.ts'
import { decisionTable } from './decisions.ts'
import { withDeferredStatements } from './deferred-statements.ts'
import { exportTable } from './exports.ts'
import { type FireTable, fireTable } from './fires.ts'
import { type GroupTable, groupTable } from './groups.ts'
import { knowledgeTable } from './knowledge.ts'
import { liftTallyTable } from './lift-tallies.ts'
import { type ModelCallTable, modelCallTable } from './model-calls.ts'
import { type OutlookTable, outlookTable } from './outlook.ts'
import { promptTable } from './prompts.ts'
import { type ProofTable, proofTable } from './proof.ts'
import { type RecurrenceTable, recurrenceTable } from './recurrences.ts'
import { type RetentionTable, retentionTable } from './retention.ts'
import { type ScheduleTable, scheduleTable } from './schedules.ts'
import { type SessionReviewTable, sessionReviewTable } from './session-reviews.ts'
import { lookupTable } from './skill-lookups.ts'
import { skillTable } from './skills.ts'
import { sourceTable } from './sources.ts'
import { answeredPrompts, tallyOf } from './tally.ts'
import { triggerTable } from './triggers.ts'
import { turnTable } from './turns.ts'
import { useTable } from './uses.ts'
import { type VectorTable, vectorTable } from './vector-table.ts'
import { verdictTable } from './verdicts.ts'
import { type WishTable, wishTable } from './wishes.ts'

/** An open database with its statements by table. */
export interface Tables {
  readonly db: Database
  readonly knowledge: ReturnType<typeof knowledgeTable>
  readonly decisions: ReturnType<typeof decisionTable>
  readonly triggers: ReturnType<typeof triggerTable>
  readonly groups: GroupTable
  readonly vectors: VectorTable
  readonly turns: ReturnType<typeof turnTable>
  readonly skills: ReturnType<typeof skillTable>
  readonly lookups: ReturnType<typeof lookupTable>
  readonly verdicts: ReturnType<typeof verdictTable>
  readonly prompts: ReturnType<typeof promptTable>
  readonly sources: ReturnType<typeof sourceTable>
  readonly exports: ReturnType<typeof exportTable>
  readonly uses: ReturnType<typeof useTable>
  readonly liftTallies: ReturnType<typeof liftTallyTable>
  readonly tally: ReturnType<typeof tallyOf>
  readonly answeredPrompts: ReturnType<typeof answeredPrompts>
  readonly outlook: OutlookTable
  readonly retention: RetentionTable
  readonly modelCalls: ModelCallTable
  readonly reviews: SessionReviewTable
  readonly recurrences: RecurrenceTable
  readonly conversations: ConversationTable
  readonly activations: ActivationTable
  readonly proof: ProofTable
  readonly schedules: ScheduleTable
  readonly fires: FireTable
  readonly wishes: WishTable
}

/** The tables of a database; `halfLife`: decisions after which half of the weight of an outcome has decayed. */
export function tablesOf(opened: Database, halfLife: number): Tables {
  const db = withDeferredStatements(opened)
  const knowledge = knowledgeTable(db, halfLife)
  const decisions = decisionTable(db, knowledge)
  const triggers = triggerTable(db)
  const vectors = vectorTable(db, MAX_VECTORS)
  const groups = groupTable(db, vectors)
  const turns = turnTable(db, { decisions, triggers, groups })
  const verdicts = verdictTable(db)
  const reviews = sessionReviewTable(db)
  const schedules = scheduleTable(db)
  const skills = skillTable(db, {
    finishTrigger: triggers.finish,
    forgetArm: decisions.forget,
    returnTurns: turns.returnTurns,
    saveVerdict: verdicts.save,
  })
  return {
    db,
    knowledge,
    decisions,
    triggers,
    groups,
    vectors,
    turns,
    skills,
    lookups: lookupTable(db),
    verdicts,
    prompts: promptTable(db),
    sources: sourceTable(db),
    exports: exportTable(db),
    uses: useTable(db),
    liftTallies: liftTallyTable(db),
    tally: tallyOf(db),
    answeredPrompts: answeredPrompts(db),
    outlook: outlookTable(db),
    retention: retentionTable(db, { halfLife }),
    modelCalls: modelCallTable(db),
    reviews,
    recurrences: recurrenceTable(db, { triggers, groups, reviews, outOfStreaks: turns.outOfStreaks }),
    conversations: conversationTable(db),
    activations: activationTable(db),
    proof: proofTable(db, { addLine: skills.write, lines: skills.ledger }),
    schedules,
    fires: fireTable(db, { schedules }),
    wishes: wishTable(db),
  }
}

/** Limit of stored vectors, 25 MB with 512 dimensions: 10,000 skills and some years of requests. */
const MAX_VECTORS = 50_000
