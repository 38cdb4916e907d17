import type { Sample, TaskSamples } from './sample.ts'
import type { Detectable } from './smallest-effect.ts'
import { type Judged, judge } from './worth.ts'

/** What is tried: no skill, a run as it was, a model's rewrite of that run, the skill, and the skill with edits. */
export type ArmName = 'none' | 'trajectory' | 'rewrite' | 'skill' | 'edited'

export interface ArmLine {
  readonly arm: ArmName
  /** Mean of the families, 0 to 1; null where nothing was tried. */
  readonly score: number | null
  readonly tries: number
  readonly timedOut: number
  /** Share of the tries that loaded the text; null where that cannot be seen. */
  readonly loaded: number | null
  /** Means of a try; null where they are not known. */
  readonly toolCalls: number | null
  readonly tokens: number | null
  readonly seconds: number
  /** Why it was not tried. */
  readonly left?: string
}

/** A comparison of a skill with what a person has without it. */
export interface BenchReport {
  readonly skill: string
  /** The version that was tried, and whether it is the current one. */
  readonly version: string
  readonly isCurrent: boolean
  readonly scorer: 'replay' | 'agent' | 'command'
  readonly tasks: number
  readonly detectable: Detectable
  readonly lines: readonly ArmLine[]
  /** The arm that the skill is judged against. */
  readonly against: 'none' | 'trajectory'
  readonly judged: Judged
  /** Tries of this run, those known from an earlier one, and those that a limit left. */
  readonly tries: number
  readonly known: number
  readonly left: number
  /** Whether a measured score was recorded for the router. */
  readonly recorded: boolean
}

export function armLine(arm: ArmName, tasks: readonly TaskSamples[], left?: string): ArmLine {
  const samples = tasks.flatMap((one) => one.samples)
  const known = <T>(value: (sample: Sample) => T | undefined) => samples.flatMap((one) => value(one) ?? [])
  return {
    arm,
    score: tasks.length === 0 ? null : judge(tasks, tasks).after,
    tries: samples.length,
    timedOut: samples.filter(({ timedOut }) => timedOut).length,
    loaded: meanOf(known(({ activated }) => (activated === null ? undefined : Number(activated)))),
    toolCalls: meanOf(known(({ toolCalls }) => toolCalls ?? undefined)),
    tokens: meanOf(known(({ tokens }) => (tokens === 'unknown' ? undefined : tokens.input + tokens.output))),
    seconds: (meanOf(samples.map(({ ms }) => ms)) ?? 0) / 1000,
    ...(left === undefined ? {} : { left }),
  }
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, one) => sum + one, 0) / values.length

export interface SearchStep {
  readonly kind: 'mutation' | 'merge'
  /** What the model said of the failures; '' for a merge. */
  readonly diagnosis: string
  readonly outcome: 'kept' | 'refused'
  /** Mean score on the tasks that it was made from, or for a merge on the choosing ones; null where it was not tried. */
  readonly before: number | null
  readonly after: number | null
  readonly why?: string
}

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
