import type { ArmLine, BenchReport } from './bench-report.ts'
import type { Detectable } from './smallest-effect.ts'
import type { Judged } from './worth.ts'

/** A step of the search, as the report shows it. */
export interface SearchStep {
  readonly kind: 'mutation' | 'merge'
  /** What the model said of the failures; '' for a merge. */
  readonly diagnosis: string
  readonly outcome: 'kept' | 'refused'
  /** Mean score on the tasks that it was made from, or for a merge on the choosing ones; null where it was not tried. */
  readonly before: number | null
  readonly after: number | null
  /** Why it was refused. */
  readonly why?: string
}

/** What a run of `optimise` found. */
export interface OptimiseReport {
  readonly skill: string
  readonly version: string
  readonly scorer: BenchReport['scorer']
  /** Tasks of the three parts; the last is sealed until a better text is chosen. */
  readonly split: { readonly train: number; readonly choose: number; readonly test: number }
  readonly detectable: Detectable
  readonly steps: readonly SearchStep[]
  /** Mean on the choosing tasks of the skill, and of the best text. */
  readonly base: number
  readonly chosen: number
  /**
   * `proposed`; `no_better`: no text did better on the choosing tasks, and the sealed ones stay sealed; `not_shown`: the gate found no
   * gain on the sealed ones; `opened_before`: they were opened for another text; `refused`: a rule refused the proposal;
   * `waiting` for an answer; `limit`: tries or time ran out.
   */
  readonly result: 'proposed' | 'no_better' | 'not_shown' | 'opened_before' | 'refused' | 'waiting' | 'limit'
  /** Why, where a sentence says more. */
  readonly reason?: string
  /** On the sealed tasks; empty while they are sealed. */
  readonly lines: readonly ArmLine[]
  readonly judged?: Judged
  /** The text with the edits, where there is a better one. */
  readonly body?: string
  /** Questions to the model in this run, their tokens, and tries. */
  readonly calls: number
  readonly tokens: { readonly input: number; readonly output: number }
  readonly tries: number
}
