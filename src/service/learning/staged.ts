import type { Refusal } from '../../domain/learning/gate.ts'

/** The result for a proposal: staged, as a draft or a proposed version on which a person decides, or refused. */
export type Staged =
  | { readonly status: 'staged'; readonly skill: string; readonly versionId: string }
  | ({ readonly status: 'refused' } & Refusal)

export interface StagedFrom {
  /** Id of the proposal, by which a second attempt finds the result of the first. */
  readonly id: string
  /** Ids of the cited turns. */
  readonly turnIds: readonly string[]
  readonly reason: string
  /** Name of the source document. */
  readonly document?: string | undefined
  /** How sure the model is of it, 0 to 1: its score before it was used, where that is lower than a draft's. */
  readonly confidence?: number
  /** `watching`: not offered, because no run stands behind it. */
  readonly grade: 'staged' | 'watching'
  /** Digest of the text that was measured, for which the reason speaks: these bytes are staged, or nothing. */
  readonly measured?: string
}

export const refusedBy = (refusal: Refusal): Staged => ({ status: 'refused', ...refusal })
export const refused = (rule: string, reason: string): Staged => ({ status: 'refused', rule, reason })
