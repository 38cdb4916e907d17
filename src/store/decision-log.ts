import { WORDS_KEY } from '../domain/decision.ts'
import type { LiftRecord } from '../domain/lift/record.ts'
import type { Candidate } from '../domain/routing/candidate.ts'
import type { LoggedDecision } from '../domain/routing/logged.ts'
import type { SkillCounts, VersionUse } from '../domain/skill.ts'
import type { Outcome, TurnTrajectory } from '../domain/turn.ts'

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
  /** The text of the pick was put before the model with the hint: it counts as loaded. */
  readonly shown?: boolean | undefined
}

/** What was decided on a prompt before. */
export type EarlierDecision = Pick<DecisionRow, 'id' | 'pick' | 'propensity'>

/**
 * Whether a prompt was decided on before: an id that its engine gave stands for one prompt; one made of its words for the
 * same event told twice, as where two settings files name the hook.
 */
export const isSamePrompt = (
  { promptId, at }: { readonly promptId: string | null; readonly at: number },
  earlier: { readonly at: number; readonly outcome: Outcome | null },
): boolean =>
  promptId?.startsWith(WORDS_KEY) === true ? earlier.outcome === null && at - earlier.at < TOLD_TWICE_MS : true

/** The same event comes twice within this time, in milliseconds. */
const TOLD_TWICE_MS = 10_000

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
