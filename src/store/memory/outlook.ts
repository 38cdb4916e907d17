import type { GroupMemory } from '../../domain/grouping/memory.ts'
import type { TurnTrajectory } from '../../domain/turn.ts'
import { byNearness, type OpenStreak, type Outlook, type OutlookBounds, type TurnedDownStreak } from '../outlook.ts'
import type { LedgerLine } from '../skill-records.ts'
import type { ExplainedTurn } from '../store.ts'

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
  const open = openStreaks(held)
  const turnedDown = ledger.flatMap(({ skillName, move, reason, at }): TurnedDownStreak[] =>
    move === 'refused' || move === 'suppressed' ? [{ skill: skillName, as: move, reason, at }] : [],
  )
  return {
    turns: latest.length,
    outcomes,
    refused,
    open: open.length,
    alone: open.filter(({ streak }) => streak === 1).length,
    nearest: [...open, ...pairs(held)].sort(byNearness).slice(0, bounds.streaks),
    turnedDown: turnedDown.reverse().slice(0, bounds.streaks),
  }
}

const refusalOf = (known: Pick<ExplainedTurn, 'signature' | 'why'> | undefined): string | undefined =>
  known === undefined || known.signature === '' ? 'no_word' : known.why.refusal?.split(':')[0]

function openStreaks({ turns, buckets, groups, ids }: HeldTurns): OpenStreak[] {
  const open: OpenStreak[] = []
  const add = (signature: string, waiting: readonly string[]) => {
    const turnId = waiting.at(-1) ?? ''
    const last = turns.get(turnId)
    if (last !== undefined)
      open.push({
        signature,
        streak: waiting.length,
        turnId,
        request: last.userInput,
        at: last.timestamp.getTime(),
      })
  }
  for (const [key, bucket] of buckets) add((JSON.parse(key) as [string, string])[1], bucket.ids)
  for (const memory of groups) {
    const { groups: formed, requests } = memory.state
    for (const { signature, waiting } of formed) add(signature, idsOf(waiting, ids))
    for (const { id, signature, group } of requests) if (group === undefined) add(signature, idsOf([id], ids))
  }
  return open
}

const idsOf = (numbers: readonly number[], ids: readonly string[]): readonly string[] =>
  numbers.map((number) => ids[number] ?? '')

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
      return [{ signature, streak: 2, turnId, request: last.userInput, at: last.timestamp.getTime() }]
    })
  })
}
