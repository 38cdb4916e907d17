import type { Sample } from '../../domain/proof/sample.ts'
import type { LedgerEntry, LedgerLine } from '../skill-records.ts'

/** Calls of a language model: stored answers, and tokens spent. */
export interface CallStore {
  /** The latest answer to a question, valid or not; undefined if there is none. */
  keptAnswer(id: string): Promise<KeptAnswer | undefined>
  /**
   * Records a call before it is made and reserves the tokens that it may cost at most; names the limit reached if it
   * may not be made. Atomic among processes: no two of them reserve the same tokens.
   */
  reserveCall(call: PlannedCall, limits: CallLimits): Promise<ReservedCall | OverLimit>
  settleCall(call: number, result: CallResult): Promise<void>
  /** Tokens and calls since a time (Unix ms), by purpose, provider, model and state. */
  spending(since: number): Promise<readonly Spending[]>
  /** The latest calls, newest first, at most `limit`; of one run if it is given. */
  latestCalls(limit: number, run?: string): Promise<readonly CallRecord[]>
}

export interface KeptAnswer {
  readonly state: 'answered' | 'invalid'
  readonly answer: string
  readonly model: string
  readonly input: number | null
  readonly output: number | null
}

export interface PlannedCall {
  readonly id: string
  readonly purpose: string
  /** Name and version, such as `extract@1`. */
  readonly prompt: string
  readonly provider: string
  readonly model: string
  /** The command or review that it belongs to. */
  readonly run: string
  /** What it is about, such as a session or a skill. */
  readonly subject: string
  /** Tokens that it may cost at most. */
  readonly reserved: number
  /** Unix ms. */
  readonly at: number
}

export interface CallLimits {
  /** Tokens since `dayBegan`, of all processes. */
  readonly dailyTokens: number
  /** Unix ms. */
  readonly dayBegan: number
  /** Calls of this provider in the hour before, of all processes. */
  readonly perHour?: number | undefined
}

export interface ReservedCall {
  readonly call: number
  /** Questions about the same subject that still waited for an answer, and are not asked any more. */
  readonly replaced: readonly string[]
}

/** The limit that is reached, and the amount used. */
export interface OverLimit {
  readonly over: 'dailyTokens' | 'perHour'
  readonly used: number
}

export interface CallResult {
  /** `waiting`: nothing is spent yet. */
  readonly state: CallState
  readonly model?: string | undefined
  /** Tokens; null where the model does not say. */
  readonly input: number | null
  readonly output: number | null
  /** Tokens that the budget counts from now on where input and output are unknown; otherwise what was set aside. */
  readonly counted?: number | undefined
  readonly milliseconds: number
  readonly answer?: string | undefined
  readonly fault?: string | undefined
}

export type CallState = 'waiting' | 'answered' | 'invalid' | 'failed'

export interface Spending {
  readonly purpose: string
  readonly provider: string
  readonly model: string
  readonly calls: number
  readonly failed: number
  readonly waiting: number
  /** Known tokens. */
  readonly input: number
  readonly output: number
  /** Calls whose tokens are unknown. */
  readonly unknown: number
}

export interface CallRecord extends PlannedCall {
  readonly state: CallState | 'asked'
  readonly input: number | null
  readonly output: number | null
  readonly milliseconds: number | null
  readonly fault: string | null
}

/** Tries of texts on tasks, and the openings of sealed tasks. */
export interface ProofStore {
  samples(lineage: string): Promise<readonly KeptSample[]>
  /** Keeps a try; one that is there already stays. */
  keepSample(sample: KeptSample): Promise<void>
  /**
   * Opens the sealed tasks of a lineage by a line in the ledger, once: gives the line of an earlier opening, or undefined where
   * this one was written. Atomic among processes.
   */
  openTest(lineage: string, line: LedgerEntry): Promise<LedgerLine | undefined>
}

export interface KeptSample {
  /** Digest of the skill's name and of the tasks. */
  readonly lineage: string
  /** Digest of the text that was tried; '' for none. */
  readonly text: string
  readonly task: string
  /** From 0. */
  readonly repeat: number
  readonly sample: Sample
  /** Unix ms. */
  readonly at: number
}
