import { promptKey, SAME_PROMPT_MS } from '../../domain/decision.ts'
import { LEFT_TO_CHANCE, liftRecord } from '../../domain/lift/record.ts'
import type { Knowledge } from '../../domain/routing/deliberation.ts'
import { bestRelevance, type LoggedDecision } from '../../domain/routing/logged.ts'
import { NO_COUNTS, type SkillCounts } from '../../domain/skill.ts'
import type { Outcome, TurnTrajectory } from '../../domain/turn.ts'
import {
  type ArmRow,
  type DecisionRow,
  type EarlierDecision,
  isSamePrompt,
  type PlacedRecord,
  reportedDecision,
  type Settlement,
  type VersionUseRow,
} from '../decision-log.ts'
import { bounded } from './bounded.ts'
import { memoryKnowledge } from './knowledge.ts'

/** Decisions that may still be settled. */
const MAX_DECISIONS = 1_000

type Held = DecisionRow & LoggedDecision

/** The decision log, the sums over it, and what its outcomes teach, in memory. */
export function memoryDecisions(halfLife: number) {
  const decisions = new Map<string, Held>()
  const knowledge = memoryKnowledge(halfLife)
  const arms = new Map<string, ArmRow>()
  const versions = new Map<string, ReadonlyMap<string, SkillCounts>>()
  /** Decisions up to this number were another skill's of the same name. */
  const since = new Map<string, number>()
  let made = 0
  let outcomes = 0

  function answeredBy(turn: TurnTrajectory): Held | undefined {
    if (turn.decisionId !== undefined) return decisions.get(turn.decisionId)
    if (turn.sessionId === undefined || turn.promptId === undefined) return undefined
    const ofSession = [...decisions.values()].filter((d) => d.sessionId === turn.sessionId)
    const named = ofSession.findLast((d) => d.promptId === turn.promptId)
    const far = (d: Held) => Math.abs(d.at - turn.timestamp.getTime())
    const open = ofSession.filter((d) => d.promptId === promptKey(turn.userInput) && d.outcome === null)
    const near = ofSession.filter(
      (d) => d.promptId?.startsWith('text:') === true && d.outcome === null && far(d) <= SAME_PROMPT_MS,
    )
    const nearest = (all: Held[]) => all.sort((a, b) => far(a) - far(b))[0]
    return named ?? nearest(open) ?? nearest(near)
  }

  function count(skill: string, version: string | null, more: Partial<SkillCounts>, at: number | null = null): void {
    const arm = arms.get(skill)
    arms.set(skill, {
      name: skill,
      ...plus(arm ?? NO_COUNTS, more),
      lastUsedAt: Math.max(arm?.lastUsedAt ?? 0, at ?? 0) || null,
    })
    if (version === null) return
    const own = versions.get(skill)
    versions.set(skill, new Map(own).set(version, plus(own?.get(version) ?? NO_COUNTS, more)))
  }

  function add(row: DecisionRow, once: boolean): EarlierDecision | undefined {
    const earlier = once && row.promptId !== null ? ofPrompt(row.sessionId, row.promptId) : undefined
    if (earlier !== undefined && isSamePrompt(row, earlier)) {
      const { id, pick, propensity } = earlier
      return { id, pick, propensity }
    }
    const loaded = row.shown === true ? true : null
    const held = { ...row, number: ++made, outcome: null, loaded, settled: null }
    bounded(decisions, MAX_DECISIONS).set(row.id, held)
    knowledge.decided(held, bestRelevance(row))
    if (row.pick !== null) count(row.pick, row.version, { offered: 1, loaded: loaded === true ? 1 : 0 })
    return undefined
  }

  const ofPrompt = (sessionId: string | null, promptId: string): Held | undefined =>
    sessionId === null
      ? undefined
      : [...decisions.values()].findLast((d) => d.sessionId === sessionId && d.promptId === promptId)

  /** `loaded` undefined means unknown: the pick is then taken as used. */
  function settle(id: string, outcome: Outcome, at: number, loaded?: boolean): Settlement {
    const row = decisions.get(id)
    if (row === undefined) return { status: 'not_found' }
    const of = row.pick === null ? {} : { skill: row.pick }
    if (row.outcome !== null) return { status: 'known', ...of }
    const seen = row.loaded === true ? true : (loaded ?? null)
    if (outcome === 'unknown') return noteLoaded(row, at, seen)
    const settled = ++outcomes
    decisions.set(id, { ...row, outcome, loaded: seen, settled })
    if (row.number <= (since.get(row.pick ?? row.weighed[0]?.skill ?? '') ?? 0)) return { status: 'nothing', ...of }
    knowledge.learn(row, { outcome, loaded: seen }, settled)
    if (row.pick === null) return { status: 'nothing' }
    if (seen === false) return { status: 'not_used', ...of }
    const result = outcome === 'success' ? { successes: 1 } : { failures: 1 }
    count(row.pick, row.version, { ...result, loaded: row.loaded === true ? 0 : 1 }, at)
    return { status: 'credited', ...of }
  }

  /** A run without an outcome may still show that the skill was read. */
  function noteLoaded(row: Held, at: number | null, loaded: boolean | null): Settlement {
    if (row.pick === null) return { status: 'nothing' }
    if (loaded === true && row.loaded !== true) {
      decisions.set(row.id, { ...row, loaded })
      count(row.pick, row.version, { loaded: 1 }, at)
    }
    return { status: 'nothing', skill: row.pick }
  }

  function markLoaded(id: string, skill: string): boolean {
    const row = decisions.get(id)
    if (row === undefined || row.pick !== skill || row.outcome !== null) return false
    noteLoaded(row, null, true)
    return true
  }

  return {
    add,
    answeredBy,
    settle,
    markLoaded,
    /** A skill that the host says it used, without asking: as one that was forced. */
    addReported(id: string, skill: string, at: number, turn: TurnTrajectory, kind: string): void {
      if (decisions.has(id)) return
      add(reportedDecision(turn, { id, at, kind, skill, version: null }), false)
    },
    knowledge: (skills: readonly string[], kind: string): Knowledge =>
      knowledge.read(skills, kind, made, (skill) => arms.get(skill)),
    settledDecisions: (): LoggedDecision[] =>
      [...decisions.values()]
        .filter(
          ({ settled, number, pick, weighed }) =>
            settled !== null && number > (since.get(pick ?? weighed[0]?.skill ?? '') ?? 0),
        )
        .sort((a, b) => (a.settled ?? 0) - (b.settled ?? 0))
        .map(toLogged),
    liftRecords: (after: number, limit: number): PlacedRecord[] =>
      [...decisions.values()]
        .flatMap(({ settled, number, pick, reason, weighed, outcome }) => {
          const isOld = number <= (since.get(weighed[0]?.skill ?? '') ?? 0)
          if (settled === null || settled <= after || isOld || !LEFT_TO_CHANCE.includes(reason)) return []
          const record = liftRecord(pick, outcome === 'success', weighed)
          return record === undefined ? [] : { ...record, settled }
        })
        .sort((a, b) => a.settled - b.settled)
        .slice(0, limit),
    forgetArm(name: string): void {
      arms.delete(name)
      versions.delete(name)
      knowledge.forget(name)
      since.set(name, made)
    },
    arms: (): ArmRow[] => [...arms.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    versionUses: (): VersionUseRow[] =>
      [...versions].flatMap(([name, own]) => [...own].map(([version, counts]) => ({ name, version, ...counts }))),
    count: (): number => decisions.size,
  }
}

export type MemoryDecisions = ReturnType<typeof memoryDecisions>

const plus = (counts: SkillCounts, more: Partial<SkillCounts>): SkillCounts => ({
  offered: counts.offered + (more.offered ?? 0),
  loaded: counts.loaded + (more.loaded ?? 0),
  successes: counts.successes + (more.successes ?? 0),
  failures: counts.failures + (more.failures ?? 0),
})

const toLogged = ({
  task: _,
  engine: _e,
  sessionId: _s,
  promptId: _p,
  projectDir: _d,
  candidates: _c,
  ...logged
}: Held) => logged
