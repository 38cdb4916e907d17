/** Fields of a skill that `--json` prints. */
export const SKILL_FIELDS: readonly string[] = [
  'id',
  'name',
  'origin',
  'status',
  'needs_review',
  'version',
  'signature',
  'description',
  'evidence_count',
  'score',
  'score_measured',
  'offered',
  'loaded',
  'successes',
  'failures',
  'by_version',
  'created_at',
  'last_used_at',
  'path',
]

/** How a skill is named. */
export const NAMED = '<id> is a name, an id, or the unique beginning of one.'
