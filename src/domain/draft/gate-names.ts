/** The gates that a request must pass to count as evidence, in the order in which they are tried. */
export const REQUEST_GATES = [
  'pasted_log',
  'acknowledgement',
  'anaphora',
  'bare_command',
  'skill_call',
  'thin',
  'question',
  'correction',
] as const

/** The gates that a completed streak must pass, in the order in which they are tried. */
export const EVIDENCE_GATES = ['no_work', 'one_attempt', 'environment', 'nothing_in_common'] as const

export type RequestGate = (typeof REQUEST_GATES)[number]
export type EvidenceGate = (typeof EVIDENCE_GATES)[number]

/** Every gate that can be switched off. */
export const ALL_GATES: readonly string[] = [...REQUEST_GATES, ...EVIDENCE_GATES]
