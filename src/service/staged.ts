import type { Refusal } from '../domain/learning/gate.ts'

/** What is staged waits for a person: a new skill as a draft, or a change beside a skill. */
export type Staged =
  | { readonly status: 'staged'; readonly skill: string; readonly versionId: string }
  | ({ readonly status: 'refused' } & Refusal)

export interface StagedFrom {
  /** Names the proposal: a second attempt finds what the first one made. */
  readonly id: string
  /** The turns that are cited. */
  readonly turnIds: readonly string[]
  readonly reason: string
  /** The name of the document that it comes from. */
  readonly document?: string | undefined
  /** `watching`: not offered, since the audit does not bear out all of it, or no run stands behind it. */
  readonly grade: 'staged' | 'watching'
}

export const refused = (rule: string, reason: string): Staged => ({ status: 'refused', rule, reason })
