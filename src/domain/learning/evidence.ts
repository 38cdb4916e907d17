import type { TurnTrajectory } from '../turn.ts'
import type { DocumentPart } from './document.ts'

/** What a statement may cite: a turn of a session, or a part of a document, which is no run and has no outcome. */
export type Evidence = SessionTurn | DocumentPart

export const isPart = (one: Evidence): one is DocumentPart => 'heading' in one

export const turnsIn = (all: Iterable<Evidence>): readonly SessionTurn[] =>
  [...all].flatMap((one) => (isPart(one) ? [] : [one]))

export const partsIn = (all: Iterable<Evidence>): readonly DocumentPart[] => [...all].filter(isPart)

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
