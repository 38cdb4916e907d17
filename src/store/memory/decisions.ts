import type { Outcome, TurnTrajectory } from '../../domain/turn.ts'
import type { ArmRow, DecisionRow, Settlement } from '../store.ts'
import { bounded } from './bounded.ts'

/** Decisions that may still be settled. */
const MAX_DECISIONS = 1_000

type Held = DecisionRow & { readonly outcome?: Outcome; readonly loaded?: true }

/** The decision log and the sums over it, in memory. */
export function memoryDecisions() {
  const decisions = new Map<string, Held>()
  const arms = new Map<string, ArmRow>()

  function pickOf(turn: TurnTrajectory): Held | undefined {
    if (turn.decisionId !== undefined) return decisions.get(turn.decisionId)
    if (turn.sessionId === undefined || turn.promptId === undefined) return undefined
    return [...decisions.values()].findLast((d) => d.sessionId === turn.sessionId && d.promptId === turn.promptId)
  }

  function addToArm(name: string, more: Omit<ArmRow, 'name'>): void {
    const arm = arms.get(name) ?? { successes: 0, failures: 0, offered: 0, loaded: 0, lastUsedAt: null }
    arms.set(name, {
      name,
      successes: arm.successes + more.successes,
      failures: arm.failures + more.failures,
      offered: arm.offered + more.offered,
      loaded: arm.loaded + more.loaded,
      lastUsedAt: Math.max(arm.lastUsedAt ?? 0, more.lastUsedAt ?? 0) || null,
    })
  }

  function creditArm(
    name: string,
    outcome: Outcome,
    at: number,
    loaded: boolean | undefined,
    offer: boolean,
  ): Settlement {
    const offered = offer ? 1 : 0
    if (loaded === false) {
      if (offer) addToArm(name, { successes: 0, failures: 0, offered, loaded: 0, lastUsedAt: null })
      return { status: 'not_used', skill: name }
    }
    const successes = Number(outcome === 'success')
    const failures = Number(outcome === 'failure')
    addToArm(name, { successes, failures, offered, loaded: 1, lastUsedAt: at })
    return { status: outcome === 'unknown' ? 'nothing' : 'credited', skill: name }
  }

  function settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Settlement {
    const row = decisions.get(id)
    if (row === undefined) return { status: 'not_found' }
    const named = row.pick === null ? {} : { skill: row.pick }
    if (row.outcome !== undefined) return { status: 'known', ...named }
    if (outcome === 'unknown') return { status: 'nothing', ...named }
    decisions.set(id, { ...row, outcome })
    return row.pick === null ? { status: 'nothing' } : creditArm(row.pick, outcome, at, row.loaded ?? loaded, false)
  }

  function markLoaded(id: string, skill: string): boolean {
    const row = decisions.get(id)
    if (row === undefined || row.pick !== skill || row.outcome !== undefined) return false
    decisions.set(id, { ...row, loaded: true })
    return true
  }

  function add(row: DecisionRow): void {
    bounded(decisions, MAX_DECISIONS).set(row.id, row)
    if (row.pick !== null) addToArm(row.pick, { successes: 0, failures: 0, offered: 1, loaded: 0, lastUsedAt: null })
  }

  return {
    add,
    pickOf,
    settle,
    markLoaded,
    creditArm,
    forgetArm: (name: string): void => void arms.delete(name),
    arms: (): ArmRow[] => [...arms.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    count: (): number => decisions.size,
  }
}

export type MemoryDecisions = ReturnType<typeof memoryDecisions>
