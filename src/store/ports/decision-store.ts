import { WORDS_KEY } from '../../domain/decision.ts'
import type { LiftRecord } from '../../domain/lift/trials.ts'
import type { Knowledge } from '../../domain/routing/deliberation.ts'
import type { Candidate, LoggedDecision } from '../../domain/routing/logged.ts'
import type { SkillCounts, VersionUse } from '../../domain/skill.ts'
import type { Outcome, TurnTrajectory } from '../../domain/turn.ts'
import type { SkillRecord } from '../skill-records.ts'
import type { LiftSums } from './upkeep.ts'

export interface LogOptions {
  /** Whether the prompt may have a decision already, which then stands. */
  readonly once?: boolean
  /** Milliseconds to wait for another writer; after it the decision is not logged, and the error is `storage_locked`. */
  readonly waitMs?: number
}

/** Decisions of the router, their outcomes, and the statistics learned from them. */
export interface DecisionStore {
  /** Logs a decision; with `once`, only if its prompt has none, else gives the one that is there. */
  addDecision(row: DecisionRow, how?: LogOptions): Promise<EarlierDecision | undefined>
  /** Credits a decision's pick and learns from the outcome, once. An unknown outcome leaves the decision open. */
  settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Promise<Settlement>
  /** Records that a decision's pick was loaded. False if it is settled, or the skill is not its pick. */
  markLoaded(id: string, skill: string): Promise<boolean>
  /**
   * Deletes the open pick on a prompt, if it was logged at `since` (Unix ms) or later, with what it counted as an offer: its
   * hint reached no model. False if there is none.
   */
  withdraw(sessionId: string, promptId: string, since: number): Promise<boolean>
  /**
   * The tasks of a session's latest decisions, newest first, at most five; as far as they are among the latest 200
   * decisions of all sessions.
   */
  latestTasks(sessionId: string): Promise<readonly string[]>
  /** The current statistics on these skills and on tasks of this kind. */
  knowledge(skills: readonly string[], kind: string): Promise<Knowledge>
  /** The decisions with a known outcome, by when it became known, without those of an earlier skill of the name. */
  settledDecisions(): Promise<readonly LoggedDecision[]>
}

/** Sums over settled decisions: by skill, by version, and those that lift is computed from. */
export interface UseRecords {
  /** The sums of each skill that was offered, or of those among the named ones. */
  arms(names?: readonly string[]): Promise<readonly ArmRow[]>
  versionUses(names?: readonly string[]): Promise<readonly VersionUseRow[]>
  /**
   * Settled decisions whose pick was randomised and which had a contender, in the order in which their outcome became
   * known, after an index (0: from the first), at most `limit`. Without those of an earlier skill of the same name.
   */
  liftRecords(after: number, limit: number): Promise<readonly PlacedRecord[]>
  /** The sums over decisions that retention deleted. */
  liftSums(): Promise<readonly LiftSums[]>
  /** Up to which index decisions are settled, or the one given, and what of them was read until then; see `LiftMark`. */
  liftMark(upTo?: number): Promise<LiftMark>
  /** All skills that are neither archived nor revoked, with when each was used last. */
  lastUses(): Promise<readonly LastUse[]>
  /** How many outcomes of a skill became known after a time (Unix ms). */
  outcomesSince(name: string, at: number): Promise<number>
}

export interface LiftMark {
  readonly upTo: number
  /** The same as long as `liftRecords` up to that index, and `liftSums`, give the same. */
  readonly token: string
}

/** A skill, when it was made and when it was used last (Unix ms; null: never). */
export interface LastUse extends Pick<SkillRecord, 'id' | 'name' | 'status' | 'createdAt'> {
  readonly lastUsedAt: number | null
}

/**
 * Which skill stands where in a conversation whose every request repeats it from the start, and which skills are active
 * in the session of an agent.
 */
export interface ConversationStore {
  /** The latest conversation with this beginning and this first answer, or none yet. */
  conversation(beginning: string, answer: string | null): Promise<ConversationRecord | undefined>
  /** The latest conversation with this beginning, of those without an answer if there are any. */
  latestConversation(beginning: string): Promise<ConversationRecord | undefined>
  /** Adds a conversation, or replaces what is known of it. */
  saveConversation(record: ConversationRecord): Promise<void>
  /** Notes the first answer of a conversation that has none yet. */
  answerConversation(id: string, answer: string): Promise<void>
  /** The skills that are active in a session, in the order in which they came. */
  activations(session: string): Promise<readonly ActivationRecord[]>
  /**
   * Notes a skill as active, unless it is in this version and `again` is false. A later version keeps the place of the earlier one. `total` are the tokens of all
   * that are active then.
   */
  activate(
    record: ActivationRecord,
    again: boolean,
  ): Promise<{ readonly state: 'new' | 'already' | 'again'; readonly total: number }>
}

/** A skill that a session's model was given. */
export interface ActivationRecord {
  readonly session: string
  readonly skill: string
  readonly version: string
  /** Of its text as it was given, by an upper estimate. */
  readonly tokens: number
  /** Unix ms. */
  readonly at: number
}

export interface ConversationRecord {
  readonly id: string
  /** Digest of its first request. */
  readonly beginning: string
  /** Digest of its first answer; null until there is one. */
  readonly answer: string | null
  /** Number of the last request of the person, from 1, that a skill was looked for; 0 for none. */
  readonly decided: number
  /** The decision that put a skill in, or held one out. */
  readonly decisionId: string | null
  /** The skill that was put in, and its text as it was put in; null where none was. */
  readonly skill: string | null
  readonly text: string | null
  /** Nothing is put in, to measure what a skill is worth. */
  readonly heldOut: boolean
  /** Time of the last change (Unix ms). */
  readonly at: number
}

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
  /** The folder that was worked in, as the engine told it. */
  readonly projectDir: string | null
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
