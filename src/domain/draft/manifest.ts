/** The contents of a draft's manifest.json, for readers of the folder; the authoritative record is the ledger. */
export interface Manifest {
  readonly name: string
  readonly signature: string
  readonly draftedAt: Date
  readonly evidenceCount: number
  readonly needsReview: boolean
  readonly score: number
  readonly id: string
  readonly version: string
  /** Ids of the turns it was drafted from. */
  readonly evidence: readonly string[]
}

/** The text of manifest.json: the fixed keys first, in their order, then our own. */
export const formatManifest = (m: Manifest): string =>
  `${JSON.stringify(
    {
      name: m.name,
      auto_drafted: true,
      drafted_at: m.draftedAt.toISOString(),
      signature: m.signature,
      evidence_count: m.evidenceCount,
      needs_review: m.needsReview,
      score: m.score,
      scorer: 'auto_drafter',
      score_measured: false,
      id: m.id,
      version: m.version,
      evidence: m.evidence,
    },
    null,
    2,
  )}\n`
