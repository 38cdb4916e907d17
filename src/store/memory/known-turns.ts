import { isUniqueId, mayBeCopied } from '../../domain/reading.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import { bounded } from './bounded.ts'

/** Which turns are kept, by what each is known by; the oldest are forgotten first. */
export function knownTurns(max: number, sessionOf: (turnId: string) => string | undefined) {
  const known = new Map<string, string>()
  return {
    /** The kept turn that this one is, in its session or in one that copied it; else it is known by this id from now on. */
    seenAs(id: string, turn: TurnTrajectory): string | undefined {
      const [own, moment] = identitiesOf(turn)
      if (own === undefined) return undefined
      const twin = moment === undefined ? undefined : known.get(moment)
      const isCopy = twin !== undefined && sessionOf(twin) !== turn.sessionId
      const seen = known.get(own) ?? (isCopy ? twin : undefined)
      for (const one of moment === undefined ? [own] : [own, moment])
        if (!known.has(one)) bounded(known, 2 * max).set(one, seen ?? id)
      return seen
    },
  }
}

/**
 * What a turn is known by: the id of its prompt, its session counting only where that is not unique; then the moment and the
 * words, where another session may hold a copy of it under another id.
 */
function identitiesOf(turn: TurnTrajectory): readonly [own?: string, moment?: string] {
  const { engine = 'generic', sessionId = '', promptId, timestamp, userInput, projectDir } = turn
  if (promptId === undefined) return []
  const own = JSON.stringify([engine, isUniqueId(promptId) ? '' : sessionId, promptId])
  if (!mayBeCopied(turn)) return [own]
  return [own, JSON.stringify([engine, timestamp.getTime(), userInput, projectDir])]
}
