import type { Database } from 'better-sqlite3'
import { HALF_LIFE } from '../../domain/routing/decay.ts'
import type { Sync } from '../asynchronous.ts'
import type { ProjectTime } from '../ports/turn-store.ts'
import type { RetentionRule } from '../ports/upkeep.ts'
import type { Store } from '../store.ts'
import { activationTable, conversationTable } from './activations.ts'
import { useTable } from './arms.ts'
import { decisionTable } from './decisions.ts'
import { exportTable } from './exports.ts'
import { fireTable, scheduleTable } from './fires.ts'
import { groupTable } from './groups.ts'
import { turnsBefore } from './kept-turns.ts'
import { knowledgeTable } from './knowledge.ts'
import { libraryTable } from './library-skills.ts'
import { liftSumsTable } from './lift-sums.ts'
import { modelCallTable } from './model-calls.ts'
import { outlookTable } from './outlook.ts'
import { promptTable, proofTable } from './prompts.ts'
import { recurrenceTable } from './recurrences.ts'
import { wishTable } from './requests.ts'
import { retentionTable } from './retention.ts'
import { searchIndex } from './search-index.ts'
import { sessionReviewTable } from './session-reviews.ts'
import { skillFinding } from './skill-finding.ts'
import { lookupTable, noticeTable } from './skill-lookups.ts'
import { skillChangesTable } from './skill-rows.ts'
import { skillTable } from './skills.ts'
import { sourceTable } from './sources.ts'
import { deferred } from './statements.ts'
import { triggerTable } from './triggers.ts'
import { turnTable } from './turns.ts'
import { changesOf } from './until-changed.ts'
import { upkeepTable } from './upkeep.ts'
import { verdictTable } from './verdicts.ts'

export interface TableOptions {
  /** Decisions after which half of the weight of an outcome has decayed. */
  readonly halfLife?: number | undefined
  /** This process has a deadline and is killed when it passes. */
  readonly hurried?: boolean | undefined
}

/** A store without what depends on where its database lies. */
export type Ports = Omit<Store, 'place' | 'folderLock' | typeof Symbol.asyncDispose>

/** The ports over a database, opened on first use: the methods of its tables, under the names that they have there. */
export function storeOver(open: () => Database, { halfLife = HALF_LIFE, hurried }: TableOptions) {
  const db = deferred(open)
  const knowledge = knowledgeTable(db, halfLife)
  const changes = changesOf(db)
  const decisions = decisionTable(db, knowledge, changes)
  const triggers = triggerTable(db)
  const groups = groupTable(db)
  const { forgetTurns, turnChanges, ...turns } = turnTable(db, { decisions, triggers, groups, changes, hurried })
  const verdicts = verdictTable(db)
  const reviews = sessionReviewTable(db)
  const schedules = scheduleTable(db)
  const retention = retentionTable(db, { halfLife })
  const index = searchIndex(db)
  const finding = skillFinding(db, index)
  const skills = skillTable(db, {
    finding,
    finishTrigger: triggers.finish,
    forgetArm: decisions.forgetArm,
    returnTurns: turns.returnTurns,
    saveVerdict: verdicts.keepVerdict,
  })
  return {
    /** To be called after a failed transaction. */
    dropCaches: () => {
      groups.forget()
      forgetTurns()
    },
    ...knowledge,
    ...decisions,
    ...triggers,
    ...turns,
    turnsBefore: (asked: readonly ProjectTime[], limit: number) => turnsBefore(db, asked, limit),
    ...verdicts,
    ...reviews,
    ...skills,
    ...finding,
    ...libraryTable(db, index),
    ...lookupTable(db, changes),
    ...skillChangesTable(db),
    ...noticeTable(db),
    ...promptTable(db, changes),
    ...sourceTable(db, changes),
    ...exportTable(db),
    ...useTable(db),
    ...liftSumsTable(db),
    ...outlookTable(db),
    ...retention,
    retain: (rule: RetentionRule) => {
      const retained = retention.retain(rule)
      forgetTurns()
      return retained
    },
    ...modelCallTable(db),
    ...recurrenceTable(db, { triggers, groups, reviews, outOfStreaks: turns.outOfStreaks }),
    ...conversationTable(db),
    ...activationTable(db),
    ...proofTable(db, { addLine: skills.write, lines: skills.ledger }),
    ...schedules,
    ...fireTable(db, { schedules }),
    ...wishTable(db, turnChanges),
    ...upkeepTable(db),
  } satisfies Sync<Ports> & { readonly dropCaches: () => void }
}

export type SqlitePorts = ReturnType<typeof storeOver>
