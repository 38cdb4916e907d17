import type { GroupMemory } from '../../domain/grouping/memory.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import { nearestOf, type OpenStreak, type Outlook, type OutlookBounds, type TurnedDownStreak } from '../outlook.ts'
import type { ExplainedTurn } from '../ports/turn-lookups.ts'
import type { LedgerLine } from '../skill-records.ts'

/** Turns and their streaks, as the store in memory holds them. */
export interface HeldTurns {
  readonly turns: ReadonlyMap<string, TurnTrajectory>
  readonly whys: ReadonlyMap<string, Pick<ExplainedTurn, 'signature' | 'why'>>
  readonly buckets: Iterable<readonly [string, { readonly ids: readonly string[] }]>
  readonly groups: Iterable<GroupMemory>
  /** Turn ids by their number. */
  readonly ids: readonly string[]
}

/** What became of the latest turns, and how near their streaks are to a draft. */
export function outlookOf(held: HeldTurns, ledger: readonly LedgerLine[], bounds: OutlookBounds): Outlook {
  const outcomes = { success: 0, failure: 0, unknown: 0 }
  const refused: Record<string, number> = {}
  const latest = [...held.turns].slice(-bounds.turns)
  for (const [id, { outcome }] of latest) {
    outcomes[outcome]++
    const why = refusalOf(held.whys.get(id))
    if (outcome === 'success' && why !== undefined) refused[why] = (refused[why] ?? 0) + 1
  }
  const exact = exactStreaks(held)
  const open = bounds.grouping === 'similar' ? similarStreaks(held) : exact
  const turnedDown = ledger.flatMap(({ skillName, move, reason, at }): TurnedDownStreak[] =>
    move === 'refused' || move === 'suppressed' ? [{ skill: skillName, as: move, reason, at }] : [],
  )
  return {
    turns: latest.length,
    outcomes,
    refused,
    open: open.length,
    alone: open.filter(({ streak }) => streak === 1).length,
    nearest: nearestOf(bounds.grouping === 'similar' ? [...exact, ...open, ...pairs(held)] : exact, bounds.streaks),
    turnedDown: turnedDown.reverse().slice(0, bounds.streaks),
  }
}

/** How many turns wait in the longest streak that a turn waits in. */
export function lengthOf({ buckets, groups, ids }: HeldTurns, turnId: string): number {
  const formed = [...groups].flatMap((memory) => memory.state.groups)
  const alone = [...groups].flatMap((memory) => memory.state.requests.filter(({ group }) => group === undefined))
  const streaks = [
    ...[...buckets].map(([, bucket]) => bucket.ids),
    ...formed.map(({ waiting }) => idsOf(waiting, ids)),
    ...alone.map(({ id }) => idsOf([id], ids)),
  ]
  return Math.max(0, ...streaks.filter((waiting) => waiting.includes(turnId)).map((waiting) => waiting.length))
}

const idsOf = (numbers: readonly number[], ids: readonly string[]): readonly string[] =>
  numbers.map((number) => ids[number] ?? '')

const refusalOf = (known: Pick<ExplainedTurn, 'signature' | 'why'> | undefined): string | undefined =>
  known === undefined || known.signature === '' ? 'no_word' : known.why.refusal?.split(':')[0]

const exactStreaks = ({ turns, buckets }: HeldTurns): OpenStreak[] =>
  [...buckets].flatMap(([key, { ids }]) => {
    const [, signature] = JSON.parse(key) as [string, string]
    return streakOf(turns, { signature, exact: true }, ids)
  })

const similarStreaks = ({ turns, groups, ids }: HeldTurns): OpenStreak[] =>
  [...groups].flatMap((memory) => {
    const { groups: formed, requests } = memory.state
    // What no group holds yet waits with others of its signature.
    const ungrouped = new Map<string, number[]>()
    for (const { id, signature, group } of requests)
      if (group === undefined) ungrouped.set(signature, [...(ungrouped.get(signature) ?? []), id])
    const open = [...formed, ...[...ungrouped].map(([signature, waiting]) => ({ signature, waiting }))]
    return open.flatMap(({ signature, waiting }) => streakOf(turns, { signature, exact: false }, idsOf(waiting, ids)))
  })

/** None where nothing waits. */
function streakOf(
  turns: HeldTurns['turns'],
  of: Pick<OpenStreak, 'signature' | 'exact'>,
  waiting: readonly string[],
): OpenStreak[] {
  const turnId = waiting.at(-1) ?? ''
  const last = turns.get(turnId)
  if (last === undefined) return []
  return [{ ...of, streak: waiting.length, turnId, request: last.userInput, at: last.timestamp.getTime() }]
}

/** Two like each other wait for a third before they are a group: what was seen then stands with the later one. */
function pairs({ turns, whys, groups, ids }: HeldTurns): OpenStreak[] {
  return [...groups].flatMap((memory) => {
    const waiting = memory.state.requests.filter(({ group }) => group === undefined)
    const isWaiting = new Set(waiting.map(({ id }) => id))
    return waiting.flatMap(({ id, signature }): OpenStreak[] => {
      const turnId = ids[id] ?? ''
      const [last, seen] = [turns.get(turnId), whys.get(turnId)?.why.group]
      if (last === undefined || seen?.kind !== 'alone' || seen.likeness < seen.needed) return []
      if (!seen.like.some((one) => isWaiting.has(one))) return []
      return [{ signature, exact: false, streak: 2, turnId, request: last.userInput, at: last.timestamp.getTime() }]
    })
  })
}
