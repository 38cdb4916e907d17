import type { LoggedContender } from '../../../src/domain/routing/logged.ts'
import { RULES_VERSION } from '../../../src/domain/safety/rules-version.ts'
import type { Outcome, TurnTrajectory } from '../../../src/domain/turn.ts'
import type { DecisionRow } from '../../../src/store/ports/decision-store.ts'
import type { SkillStore } from '../../../src/store/ports/skill-store.ts'
import type { TurnStore } from '../../../src/store/ports/turn-store.ts'
import type { RetentionRule, StoreUpkeep } from '../../../src/store/ports/upkeep.ts'
import type {
  LedgerEntry,
  PromptRow,
  SkillChange,
  SkillRecord,
  VersionRecord,
} from '../../../src/store/skill-records.ts'
import type { StreakRule } from '../../../src/store/streak-rule.ts'

export const AT = Date.UTC(2026, 0, 1)

export const TURN: TurnTrajectory = {
  userInput: 'add tests',
  outcome: 'success',
  summary: '1 turn',
  timestamp: new Date(AT),
  engine: 'claude-code',
}

export const CLAIM = { triggerId: 'trigger', pid: 1, at: AT, staleMs: 60_000, alive: () => true }

export const RULE: StreakRule = {
  threshold: 3,
  scope: '',
  grouping: 'signature',
  expiryMs: 86_400_000,
  maxBuckets: 1000,
  claim: CLAIM,
}

export const contender = (skill: string): LoggedContender => ({
  skill,
  relevance: 0.9,
  prior: 0.9,
  fit: 0.9,
  quality: 0.6,
  mean: 0.57,
  draw: 0.55,
  propensity: 0.5,
  seeds: { successes: 1.5, failures: 0 },
})

export const DECISION: DecisionRow = {
  id: 'd1',
  at: AT,
  task: 'add tests',
  engine: null,
  sessionId: null,
  promptId: null,
  projectDir: null,
  pick: 'auto-x',
  reason: 'picked',
  propensity: 0.5,
  version: '0.1.0',
  kind: 'add-tests',
  holdout: 0.05,
  weighed: [contender('auto-x')],
  candidates: [],
}

export const SKILL: SkillRecord = {
  id: 'skill-1',
  name: 'auto-x',
  origin: 'auto',
  status: 'staged',
  signature: 'x',
  description: 'd',
  triggers: ['one', 'two'],
  body: 'b',
  path: '/skills/auto-x',
  needsReview: true,
  evidenceCount: 3,
  headVersion: '0.1.0',
  digest: null,
  stamp: null,
  rules: RULES_VERSION,
  altered: true,
  createdAt: AT,
}

export const VERSION: VersionRecord = {
  id: 'version-1',
  skillId: 'skill-1',
  version: '0.1.0',
  parentId: null,
  author: 'auto',
  reason: 'drafted',
  state: 'accepted',
  digest: 'digest-1',
  evidence: ['turn-1'],
  triggerId: 'trigger-1',
  baseId: null,
  createdAt: AT,
}

export const LINE: LedgerEntry = {
  at: AT,
  skillName: 'auto-x',
  skillId: 'skill-1',
  move: 'draft',
  actor: 'auto',
  fromStatus: null,
  toStatus: 'staged',
  versionId: 'version-1',
  reason: 'drafted',
}

export const CREATE: SkillChange = {
  skill: SKILL,
  expect: 'absent',
  version: {
    ...VERSION,
    files: new Map<string, string | Uint8Array>([
      ['SKILL.md', 'text'],
      ['manifest.json', new Uint8Array([1, 0, 255])],
    ]),
  },
  ledger: LINE,
}

export const PROMPT: PromptRow = {
  id: 'p',
  skillName: 'auto-x',
  parentId: null,
  promptBody: 'body',
  score: 0.7,
  scoreMeasured: false,
  scorer: 'auto_drafter',
  generation: 0,
  createdAt: 1_767_225_600,
  metadata: { trigger_id: 't', prior: true },
}

export type NewRecord = Partial<TurnTrajectory> & { rule?: Partial<StreakRule>; key?: string }

/** Records turns one after the other, ids counted from 1, and says what became of the last. */
export function recorder(store: TurnStore) {
  let ids = 0
  return async (...turns: NewRecord[]) => {
    let last: Awaited<ReturnType<TurnStore['recordTurn']>> | undefined
    for (const { rule: changed, key, ...turn } of turns)
      last = await store.recordTurn(
        { id: `turn-${++ids}`, signature: key ?? 'add-tests', trajectory: { ...TURN, ...turn } },
        { ...RULE, ...changed, claim: { ...RULE.claim, triggerId: `trigger-${ids}` } },
      )
    return last as NonNullable<typeof last>
  }
}

export const outcome = (of: Outcome) => ({ outcome: of })

/** Makes skills of these names, `id-<name>` each, one moment after the other. */
export async function made(
  store: SkillStore,
  names: readonly string[],
  more: Partial<SkillRecord> = {},
): Promise<void> {
  for (const [at, name] of names.entries()) {
    const skill = { ...SKILL, ...more, id: `id-${name}`, name, createdAt: at }
    const version = { ...VERSION, id: `version-${name}`, skillId: skill.id, files: new Map() }
    await store.apply({ ...CREATE, skill, version, ledger: { ...LINE, skillName: name, skillId: skill.id } })
  }
}

export const namesOf = (skills: readonly { readonly name: string }[]) => skills.map(({ name }) => name).sort()

/** Runs retention to its end, a file `/gone` being gone; returns the number of deleted turns. */
export async function retainAll(store: StoreUpkeep, changed: Partial<RetentionRule>): Promise<number> {
  const kept = { turnsBefore: 0, decisionsBefore: 0, maxBytes: 1e9, streaksFrom: 0 }
  const rule = { ...kept, ...changed, isGone: (path: string) => path === '/gone' }
  // A new store deletes nothing on its first day.
  await store.retain({ ...rule, now: AT })
  for (let turns = 0; ; ) {
    const done = await store.retain({ ...rule, now: AT + 2 * 86_400_000 })
    turns += done.turns
    if (!done.more) return turns
  }
}
