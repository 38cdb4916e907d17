import { WORDS_KEY } from '../domain/decision.ts'
import type { LiftRecord } from '../domain/lift/record.ts'
import type { Candidate } from '../domain/routing/candidate.ts'
import type { LoggedDecision } from '../domain/routing/logged.ts'
import type { SkillCounts, VersionUse } from '../domain/skill.ts'
import type { Outcome, TurnTrajectory } from '../domain/turn.ts'

/** A decision to be logged; the log assigns its number. */
export interface DecisionRow extends Omit<LoggedDecision, 'number' | 'outcome' | 'loaded' | 'settled'> {
  /** The redacted request. */
  readonly task: string
  readonly engine: string | null
  readonly sessionId: string | null
  readonly promptId: string | null
  readonly projectDir: string | null
  /** Candidates that were found but below the threshold of the choice. */
  readonly candidates: readonly Pick<Candidate, 'skill' | 'relevance'>[]
  /** The pick's text was in the hint: it counts as loaded. */
  readonly shown?: boolean | undefined
}

/** The logged decision on a prompt. */
export type EarlierDecision = Pick<DecisionRow, 'id' | 'pick' | 'propensity'>

/**
 * Whether a prompt was decided on before: a prompt id given by the engine is unique; one derived from the words only
 * matches within TOLD_TWICE_MS, for hooks that are registered twice.
 */
export const isSamePrompt = (
  { promptId, at }: { readonly promptId: string | null; readonly at: number },
  earlier: { readonly at: number; readonly outcome: Outcome | null },
): boolean =>
  promptId?.startsWith(WORDS_KEY) === true ? earlier.outcome === null && at - earlier.at < TOLD_TWICE_MS : true

/** Interval in which the same words count as the same event, in ms. */
const TOLD_TWICE_MS = 10_000

/** A record with its index among the settled decisions, from 1. */
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

/** A decision for a skill that a turn reports as used without one, logged as forced. */
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
