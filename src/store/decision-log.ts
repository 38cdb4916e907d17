import type { Candidate } from '../domain/decision.ts'
import type { LiftRecord } from '../domain/lift/record.ts'
import type { LoggedDecision } from '../domain/routing/logged.ts'
import type { SkillCounts, VersionUse } from '../domain/skill.ts'
import type { TurnTrajectory } from '../domain/turn.ts'

/** A decision as it goes into the log, where it gets its number. */
export interface DecisionRow extends Omit<LoggedDecision, 'number' | 'outcome' | 'loaded' | 'settled'> {
  /** Redacted. */
  readonly task: string
  readonly engine: string | null
  readonly sessionId: string | null
  readonly promptId: string | null
  readonly projectDir: string | null
  /** What was found and not weighed. */
  readonly candidates: readonly Pick<Candidate, 'skill' | 'relevance'>[]
}

/** A record with its place among the settled. */
export interface PlacedRecord extends LiftRecord {
  readonly settled: number
}

export interface Settlement {
  readonly status: 'credited' | 'not_used' | 'nothing' | 'known' | 'not_found'
  readonly skill?: string
}

export interface VersionUseRow extends VersionUse {
  readonly name: string
}

export interface ArmRow extends SkillCounts {
  readonly name: string
  readonly lastUsedAt: number | null
}

/** A skill that a turn says was used, without a decision of ours: as one that was forced. */
export const reportedDecision = (
  { userInput, engine, projectDir }: TurnTrajectory,
  of: Pick<DecisionRow, 'id' | 'at' | 'kind' | 'version'> & { readonly skill: string },
): DecisionRow => ({
  id: of.id,
  at: of.at,
  task: userInput,
  engine: engine ?? null,
  sessionId: null,
  promptId: null,
  projectDir: projectDir ?? null,
  kind: of.kind,
  pick: of.skill,
  version: of.version,
  reason: 'forced',
  propensity: 1,
  holdout: 0,
  weighed: [],
  candidates: [],
})
