import type { TurnTrajectory } from '../turn.ts'

/** A session as it was recorded: its turns by id, oldest first. */
export interface Session {
  readonly engine: string
  readonly sessionId: string
  readonly projectDir?: string | undefined
  readonly turns: readonly SessionTurn[]
}

export interface SessionTurn {
  readonly id: string
  readonly trajectory: TurnTrajectory
}
