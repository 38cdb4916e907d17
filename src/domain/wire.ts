import type { AuditReport } from './audit.ts'
import type { Decision } from './decision.ts'
import { WaylandError } from './errors.ts'
import { skillLiftToWire } from './lift/words.ts'
import type { TurnReceipt } from './receipt.ts'
import type { Skill } from './skill.ts'
import type { ToolCall, TurnInput } from './turn.ts'

// The written contract of every surface outside the process: JSON with snake_case fields. New fields may come, old stay.

/** A turn as it comes over a wire; unknown fields are ignored. Throws `bad_turn` naming the field. */
export function turnFromWire(value: unknown): TurnInput {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new WaylandError('bad_turn', 'a turn must be a JSON object')
  const wire = value as Record<string, unknown>
  const named = Object.entries(TURN_FIELDS).flatMap(([from, to]) =>
    wire[from] === undefined || wire[from] === null ? [] : [[to, wire[from]] as const],
  )
  const calls =
    wire.tool_calls === undefined || wire.tool_calls === null ? {} : { toolCalls: callsFromWire(wire.tool_calls) }
  // The shape is checked where a turn enters the loop, from every caller.
  return { ...Object.fromEntries(named), ...calls } as unknown as TurnInput
}

const TURN_FIELDS = {
  user_input: 'userInput',
  outcome: 'outcome',
  stop_reason: 'stopReason',
  picked_skill: 'pickedSkill',
  summary: 'summary',
  timestamp: 'timestamp',
  session_id: 'sessionId',
  project_dir: 'projectDir',
  engine: 'engine',
  prompt_id: 'promptId',
  decision_id: 'decisionId',
  turns: 'turns',
} as const

/** The message of a `bad_turn` in the wire's spelling: `userInput is missing` becomes `user_input is missing`. */
export const wireWords = (message: string): string =>
  message.replace(/^[a-z]+[A-Z]\w*/, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

function callsFromWire(value: unknown): readonly ToolCall[] {
  if (!Array.isArray(value)) throw new WaylandError('bad_turn', 'tool_calls must be a list')
  return value.map((call: unknown) => {
    if (typeof call !== 'object' || call === null) return call as ToolCall
    const { exit_code, masked_pipe, message_id, duration_ms, ...rest } = call as Record<string, unknown>
    const renamed = { exitCode: exit_code, maskedPipe: masked_pipe, messageId: message_id, durationMs: duration_ms }
    const known = Object.entries(renamed).filter(([, inner]) => inner !== undefined && inner !== null)
    return { ...rest, ...Object.fromEntries(known) } as unknown as ToolCall
  })
}

export const receiptToWire = (receipt: TurnReceipt) => ({
  turn_id: receipt.turnId,
  status: receipt.status,
  signature: receipt.signature,
  streak: receipt.streak,
  ...(receipt.reason === undefined ? {} : { reason: receipt.reason }),
  draft: receipt.draft,
})

export const decisionToWire = (decision: Decision) => ({
  decision_id: decision.id,
  pick: decision.pick,
  reason: decision.reason,
  candidates: decision.candidates,
  ...(decision.explanation === undefined ? {} : { explanation: decision.explanation }),
  ...(decision.error === undefined ? {} : { error: decision.error }),
})

export const skillToWire = (skill: Skill) => ({
  id: skill.id,
  name: skill.name,
  origin: skill.origin,
  status: skill.status,
  needs_review: skill.needsReview,
  waits_for: skill.look ?? null,
  version: skill.version,
  signature: skill.signature ?? null,
  description: skill.description,
  evidence_count: skill.evidenceCount,
  score: skill.score ?? null,
  score_measured: skill.scoreMeasured ?? false,
  offered: skill.counts.offered,
  loaded: skill.counts.loaded,
  successes: skill.counts.successes,
  failures: skill.counts.failures,
  by_version: skill.uses,
  created_at: skill.createdAt.toISOString(),
  last_used_at: skill.lastUsedAt?.toISOString() ?? null,
  path: skill.path,
  projects: skill.projects ?? [],
  tags: skill.tags ?? [],
})

/** Version of the audit file's shape; raised when a field changes its meaning. */
const AUDIT_SCHEMA = 1

export function auditToWire(report: AuditReport) {
  const lifts = new Map(report.lifts.map((lift) => [lift.skill, skillLiftToWire(lift)]))
  return {
    schema: AUDIT_SCHEMA,
    generated_at: report.generatedAt.toISOString(),
    stale_days: report.staleDays,
    skills: report.skills.map((skill) => ({
      ...skillToWire(skill),
      lift: lifts.get(skill.name) ?? null,
      capabilities: report.capabilities.get(skill.id) ?? [],
    })),
    findings: report.findings,
  }
}
