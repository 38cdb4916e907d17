import type { DocumentPart } from './document.ts'
import type { SessionTurn } from './session.ts'

/** What a statement may cite: a turn of a session, or a part of a document, which is no run and has no outcome. */
export type Evidence = SessionTurn | DocumentPart

export const isPart = (one: Evidence): one is DocumentPart => 'heading' in one

export const turnsIn = (all: Iterable<Evidence>): readonly SessionTurn[] =>
  [...all].flatMap((one) => (isPart(one) ? [] : [one]))

export const partsIn = (all: Iterable<Evidence>): readonly DocumentPart[] => [...all].filter(isPart)
