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
