/** Kinds of lines that say nothing about a turn. */
export const LINES: ReadonlySet<string> = new Set([
  'compacted',
  'world_state',
  'token_usage_record',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
  'security_risk_score',
  'realtime_item',
])

/** Kinds of events that say nothing about how a turn went. */
export const EVENTS: ReadonlySet<string> = new Set([
  'agent_reasoning',
  'agent_reasoning_raw_content',
  'agent_reasoning_section_break',
  'token_count',
  'context_compacted',
  'entered_review_mode',
  'exited_review_mode',
  'stream_error',
  'web_search_end',
  'item_started',
  'thread_settings_applied',
  'thread_name_updated',
  'thread_goal_updated',
  'plan_update',
  'turn_diff',
  'warning',
  'model_reroute',
  'hook_started',
  'hook_completed',
  'view_image_tool_call',
])

/**
 * The session that a turn of a rollout belongs to. A forked one begins with its own id, the ids of those it was copied
 * from, and copies of their turns: a turn is of the youngest session that is not younger than the turn itself.
 */
export function sessionOfTurn(sessionId: string, ancestors: readonly string[], turnId: string | undefined): string {
  if (ancestors.length === 0 || turnId === undefined || !isTimed(turnId) || turnId >= sessionId) return sessionId
  const older = ancestors.filter((id) => isTimed(id) && id <= turnId).sort()
  return older.at(-1) ?? sessionId
}

/** Identifiers of version 7 begin with their time: in the order of their text they are in the order of time. */
const isTimed = (id: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)
