import { nextStreak } from '../domain/bucketer.ts'
import { wasLoaded } from '../domain/credit.ts'
import { MAX_TEXT } from '../domain/grouping/features.ts'
import type { GroupReason } from '../domain/grouping/group.ts'
import { GroupMemory } from '../domain/grouping/memory.ts'
import { groupStep } from '../domain/grouping/step.ts'
import { seedSuccesses } from '../domain/hydration.ts'
import { signature } from '../domain/signature.ts'
import type { Outcome, TurnTrajectory } from '../domain/turn.ts'
import { isAsExpected } from './expectation.ts'
import { queueLock } from './folder-lock.ts'
import type {
  ArmRow,
  DecisionRow,
  ExplainedTurn,
  LedgerEntry,
  LedgerLine,
  NewTurn,
  PromptRow,
  RecordedTurn,
  Revocation,
  Settlement,
  SkillChange,
  SkillRecord,
  Store,
  StreakRule,
  VersionRecord,
} from './store.ts'

/** Turns whose identity and text are remembered; the oldest are forgotten first. */
const MAX_TURNS = 10_000
/** Decisions that may still be settled. */
const MAX_DECISIONS = 1_000

/** The store of a host without a database: everything lives as long as the process. `why` says what is missing. */
export function openMemoryStore(why: string): Store {
  const turns = new Map<string, TurnTrajectory>()
  const known = new Map<string, string>()
  const buckets = new Map<string, { ids: readonly string[]; at: number }>()
  const groups = new Map<string, GroupMemory>()
  /** Turn ids by their number. */
  const ids: string[] = []
  const whys = new Map<string, ExplainedTurn['why']>()
  const skills = new Map<string, SkillRecord>()
  const versions = new Map<string, VersionRecord[]>()
  const files = new Map<string, ReadonlyMap<string, Uint8Array>>()
  const ledger: LedgerLine[] = []
  const revocations = new Set<Revocation>()
  const prompts: PromptRow[] = []
  const decisions = new Map<string, DecisionRow & { outcome?: Outcome }>()
  const arms = new Map<string, ArmRow>()
  const sources = new Map<string, string>()

  function recordTurn(turn: NewTurn, rule: StreakRule): RecordedTurn {
    const { id, signature, trajectory: t } = turn
    const at = t.timestamp.getTime()
    const identity = t.promptId === undefined ? undefined : JSON.stringify([t.engine, t.sessionId ?? '', t.promptId])
    const seen = identity === undefined ? undefined : known.get(identity)
    const before = waitingOn(signature, rule, at)
    if (seen !== undefined) return { status: 'known', turnId: seen, signature, streak: before.length }
    if (identity !== undefined) bounded(known, MAX_TURNS).set(identity, id)
    bounded(turns, MAX_TURNS).set(id, t)
    const credited = creditTurn(t, at)
    const base = { status: 'recorded' as const, turnId: id, ...credited }
    if (signature === '') return { ...base, signature, streak: 0 }
    const step = rule.grouping === 'similar' ? grouped(turn, rule) : { signature, ...advance(turn, rule, at, before) }
    bounded(whys, MAX_TURNS).set(id, {
      ...(turn.refusal && { refusal: turn.refusal }),
      ...(step.reason && { group: step.reason }),
    })
    const { streak, completed } = step
    if (completed === undefined) return { ...base, signature: step.signature, streak }
    return {
      ...base,
      signature: step.signature,
      streak,
      trigger: { id: rule.claim.triggerId, signature: step.signature, turnIds: completed },
    }
  }

  const keyOf = (rule: StreakRule, signature: string): string => JSON.stringify([rule.scope, signature])

  function waitingOn(signature: string, rule: StreakRule, at: number): readonly string[] {
    const bucket = buckets.get(keyOf(rule, signature))
    return bucket === undefined || at - bucket.at > rule.expiryMs ? [] : bucket.ids
  }

  function advance(
    { id, signature, trajectory, refusal }: NewTurn,
    rule: StreakRule,
    at: number,
    before: readonly string[],
  ): Step {
    const next = nextStreak(before, id, refusal === undefined ? trajectory.outcome : 'unknown', rule.threshold)
    buckets.delete(keyOf(rule, signature))
    if (next.waiting.length > 0)
      bounded(buckets, rule.maxBuckets).set(keyOf(rule, signature), { ids: next.waiting, at })
    const { completed } = next
    return completed === undefined ? { streak: next.waiting.length } : { streak: completed.length, completed }
  }

  function grouped(
    { id, signature, trajectory, refusal }: NewTurn,
    rule: StreakRule,
  ): Step & { readonly signature: string } {
    const memory = groups.get(rule.scope) ?? new GroupMemory()
    groups.set(rule.scope, memory)
    const number = ids.push(id) - 1
    const request = { id: number, text: trajectory.userInput.slice(0, MAX_TEXT), signature }
    const step = groupStep(memory, request, refusal === undefined ? trajectory.outcome : 'unknown', {
      threshold: rule.threshold,
    })
    memory.apply(step.changes)
    const completed = step.completed?.map((one) => ids[one] as string)
    const base = { signature: step.signature, reason: step.reason }
    return completed === undefined ? { ...base, streak: step.streak } : { ...base, streak: completed.length, completed }
  }

  function creditTurn(t: TurnTrajectory, at: number): { credited?: string } {
    const decision = t.decisionId === undefined ? ofPrompt(t) : decisions.get(t.decisionId)
    const skill = t.pickedSkill ?? decision?.pick ?? undefined
    if (skill === undefined) return {}
    const loaded = wasLoaded(skill, t.toolCalls)
    const settled =
      decision?.pick === skill
        ? settle(decision.id, t.outcome, at, loaded)
        : creditArm(skill, t.outcome, at, loaded, true)
    return settled.status === 'credited' ? { credited: skill } : {}
  }

  function ofPrompt(t: TurnTrajectory): (DecisionRow & { outcome?: Outcome }) | undefined {
    if (t.sessionId === undefined || t.promptId === undefined) return undefined
    return [...decisions.values()].findLast((d) => d.sessionId === t.sessionId && d.promptId === t.promptId)
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
    return row.pick === null ? { status: 'nothing' } : creditArm(row.pick, outcome, at, loaded, false)
  }

  function apply({ skill, expect, version, decides, revocation, newcomer, ledger: line }: SkillChange): boolean {
    if (!isAsExpected(skills.get(skill.name), expect)) return false
    skills.set(skill.name, skill)
    if (version !== undefined) {
      const { files: held, ...record } = version
      versions.set(skill.id, [...(versions.get(skill.id) ?? []), record])
      files.set(version.id, new Map([...held].map(([path, content]) => [path, new Uint8Array(Buffer.from(content))])))
    }
    if (decides !== undefined) {
      const { versionId, state } = decides
      versions.set(
        skill.id,
        (versions.get(skill.id) ?? []).map((v) => (v.id === versionId ? { ...v, state } : v)),
      )
    }
    if (newcomer === true) arms.delete(skill.name)
    if (revocation === 'start')
      revocations.add({ skillName: skill.name, signature: skill.signature, at: line.at, reason: line.reason })
    if (revocation === 'lift')
      for (const r of revocations)
        if (r.skillName === skill.name || r.signature === skill.signature) revocations.delete(r)
    write(line)
    return true
  }

  function write(line: LedgerEntry): void {
    ledger.push({ ...line, id: ledger.length + 1 })
  }

  const best = (name: string, scorer: string, limit: number): PromptRow[] =>
    prompts
      .map((row, order) => ({ row, order }))
      .filter(({ row }) => row.skillName === name && row.scorer === scorer)
      .sort(
        (a, b) =>
          Number(b.row.scoreMeasured) - Number(a.row.scoreMeasured) ||
          b.row.score - a.row.score ||
          b.row.createdAt - a.row.createdAt ||
          b.order - a.order,
      )
      .slice(0, limit)
      .map(({ row }) => row)

  return {
    place: { none: why },
    folderLock: queueLock(),
    recordTurn: async (turn, rule) => recordTurn(turn, rule),
    orphanedTriggers: async () => [],
    turns: async (ids) => ids.flatMap((id) => turns.get(id) ?? []),
    explainTurn: async (id) => {
      const trajectory = turns.get(id)
      if (trajectory === undefined) return undefined
      return { id, signature: signature(trajectory.userInput), trajectory, why: whys.get(id) ?? {} }
    },
    projectTurns: async (projectDir, limit, except) =>
      [...turns]
        .filter(([id, turn]) => turn.projectDir === projectDir && !except.includes(id))
        .slice(-limit)
        .reverse()
        .map(([, turn]) => turn),
    skill: async (name) => skills.get(name),
    skills: async () => [...skills.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    versions: async (skillId) => versions.get(skillId) ?? [],
    files: async (versionId) => files.get(versionId) ?? new Map(),
    apply: async (change) => apply(change),
    unplaced: async () => [],
    placed: async (skillId, where) => {
      for (const skill of skills.values()) if (skill.id === skillId) skills.set(skill.name, { ...skill, ...where })
    },
    forget: async (skillId, line) => {
      for (const version of versions.get(skillId) ?? []) files.delete(version.id)
      versions.delete(skillId)
      skills.delete(line.skillName)
      prompts.splice(0, prompts.length, ...prompts.filter((row) => row.skillName !== line.skillName))
      write(line)
    },
    dropTrigger: async (_triggerId, line) => {
      write(line)
    },
    ledger: async (name) => ledger.filter((line) => name === undefined || line.skillName === name),
    revocations: async () => [...revocations],
    addPrompt: async (row) => {
      prompts.push(row)
    },
    bestForSkill: async (name, scorer, limit) => best(name, scorer, limit),
    seedPairsFor: async (names, scorer, limit) =>
      names.flatMap((name) =>
        best(name, scorer, limit)
          .map((row) => [name, seedSuccesses(row.score)] as const)
          .filter(([, successes]) => successes > 0),
      ),
    addDecision: async (row) => {
      bounded(decisions, MAX_DECISIONS).set(row.id, row)
      if (row.pick !== null) addToArm(row.pick, { successes: 0, failures: 0, offered: 1, loaded: 0, lastUsedAt: null })
    },
    settle: async (id, outcome, at, loaded) => settle(id, outcome, at, loaded),
    arms: async () => [...arms.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    source: async (path) => sources.get(path),
    saveSource: async (path, _engine, resume) => {
      sources.set(path, resume)
    },
    tally: async () => ({
      turns: turns.size,
      lastTurnAt: turns.size === 0 ? null : Math.max(...[...turns.values()].map((t) => t.timestamp.getTime())),
      streaks: buckets.size,
      decisions: decisions.size,
    }),
    revision: async () => 0,
    [Symbol.asyncDispose]: async () => {},
  }
}

interface Step {
  readonly streak: number
  readonly completed?: readonly string[]
  readonly reason?: GroupReason
}

/** Makes room for one more; a Map keeps its keys in the order they came. */
function bounded<K, V>(map: Map<K, V>, max: number): Map<K, V> {
  while (map.size >= max) map.delete(map.keys().next().value as K)
  return map
}
