import { seedSuccesses } from '../../domain/hydration.ts'
import { speaksFor } from '../../domain/measurement.ts'
import { HALF_LIFE } from '../../domain/routing/decay.ts'
import { isAsExpected } from '../expectation.ts'
import { queueLock } from '../folder-lock.ts'
import type { PromptRow } from '../prompt-row.ts'
import type { SourceRow } from '../read-source.ts'
import type {
  ExportRecord,
  LedgerEntry,
  LedgerLine,
  Revocation,
  SkillChange,
  SkillRecord,
  VerdictRecord,
  VersionFiles,
  VersionRecord,
} from '../skill-records.ts'
import type { Store } from '../store.ts'
import { memoryDecisions } from './decisions.ts'
import { lengthOf, outlookOf } from './outlook.ts'
import { ChangingSkills, memoryLookups } from './skill-lookups.ts'
import { memoryTurns } from './turns.ts'
import { memoryVectors } from './vectors.ts'

/** The store of a host without a database: everything lives as long as the process. `why` says what is missing. */
export function openMemoryStore(why: string, { halfLife = HALF_LIFE } = {}): Store {
  const decisions = memoryDecisions(halfLife)
  const vectors = memoryVectors(MAX_VECTORS)
  const turns = memoryTurns(decisions, vectors)
  const skills = new ChangingSkills()
  const versions = new Map<string, VersionRecord[]>()
  const files = new Map<string, ReadonlyMap<string, Uint8Array>>()
  const drafts = new Map<string, ReadonlyMap<string, Uint8Array>>()
  const ledger: LedgerLine[] = []
  const revocations = new Set<Revocation & { liftedAt?: number }>()
  const prompts: PromptRow[] = []
  const sources = new Map<string, SourceRow & { readonly at: number }>()
  const announced = new Set<string>()
  const exported = new Map<string, ExportRecord>()
  const verdicts = new Map<string, VerdictRecord>()

  function apply(change: SkillChange): boolean {
    const { skill, expect, version, decides, accepts, revocation, newcomer, standing, ledger: line } = change
    if (!isAsExpected(skills.get(skill.name), expect)) return false
    skills.set(skill.name, skill)
    if (version !== undefined) {
      const { files: held, draft, ...record } = version
      versions.set(skill.id, [...(versions.get(skill.id) ?? []), record])
      files.set(version.id, bytesOf(held))
      drafts.set(version.id, bytesOf(draft ?? new Map()))
    }
    for (const { versionId, state } of decides ?? []) decide(skill.id, versionId, state)
    for (const verdict of accepts ?? []) verdicts.set(verdict.digest, { ...verdict, accepted: true })
    if (newcomer === true) decisions.forgetArm(skill.name)
    if (revocation !== undefined) revoke(revocation, skill, line)
    if (standing !== undefined) turns.standAgain(standing, line.at)
    write(line)
    return true
  }

  function revoke(revocation: 'start' | 'lift', skill: SkillRecord, { at, reason }: LedgerEntry): void {
    if (revocation === 'start') revocations.add({ skillName: skill.name, signature: skill.signature, at, reason })
    else for (const r of revocations) if (r.liftedAt === undefined && isOf(r, skill)) r.liftedAt = at
  }

  function takeBack({ version, decides, accepts, revocation, ledger: line }: SkillChange, before: SkillRecord): void {
    skills.set(before.name, before)
    if (version !== undefined) {
      versions.set(
        before.id,
        (versions.get(before.id) ?? []).filter(({ id }) => id !== version.id),
      )
      files.delete(version.id)
      drafts.delete(version.id)
    }
    for (const { versionId } of decides ?? []) decide(before.id, versionId, 'proposed')
    for (const verdict of accepts ?? []) verdicts.set(verdict.digest, { ...verdict, accepted: false })
    for (const r of revocations) {
      if (revocation === 'start' && r.skillName === before.name && r.at === line.at) revocations.delete(r)
      if (revocation === 'lift' && r.liftedAt === line.at && isOf(r, before)) delete r.liftedAt
    }
    const said = ledger.findLastIndex(
      ({ skillId, move, at }) => skillId === line.skillId && move === line.move && at === line.at,
    )
    if (said >= 0) ledger.splice(said, 1)
  }

  function decide(skillId: string, versionId: string, state: VersionRecord['state']): void {
    const decided = (versions.get(skillId) ?? []).map((v) => (v.id === versionId ? { ...v, state } : v))
    versions.set(skillId, decided)
  }

  function write(line: LedgerEntry): void {
    ledger.push({ ...line, id: (ledger.at(-1)?.id ?? 0) + 1 })
  }

  const best = (name: string, scorer: string, limit: number): PromptRow[] =>
    prompts
      .map((row, order) => ({ row, order }))
      .filter(({ row }) => row.skillName === name && row.scorer === scorer)
      .filter(({ row }) => speaksFor(row.metadata, skills.get(name)?.body))
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
    verify: async () => {},
    recordTurn: async (turn, rule) => turns.record(turn, rule),
    keepTurns: async (kept) => turns.keep(kept),
    countNext: async (ruleOf, until) => turns.countNext(ruleOf, until),
    lastSuccess: async (...asked) => turns.lastSuccess(...asked),
    veto: async (turnId) => turns.veto(turnId),
    orphanedTriggers: async () => [],
    triggerFailed: async () => {},
    putAside: async () => [],
    tryAgain: async () => 0,
    turns: async (ids) => turns.byIds(ids),
    explainTurn: async (id) => turns.explain(id),
    latestTurns: async (limit) => turns.latest(limit),
    projectTurns: async (...asked) => turns.ofProject(...asked),
    ...memoryLookups(skills, skills.changes, { arms: () => decisions.arms(), announced }),
    versions: async (skillId) => versions.get(skillId) ?? [],
    liftSums: async () => [],
    retain: async () => ({ turns: 0, decisions: 0, more: false }),
    versionsFrom: async (turnIds) =>
      [...skills.values()]
        .sort((a, b) => (a.name < b.name ? -1 : 1))
        .flatMap(({ id, name: skill }) => (versions.get(id) ?? []).map((version) => ({ skill, version })))
        .flatMap(({ skill, version: { version, state, evidence } }) =>
          evidence.filter((id) => turnIds.includes(id)).map((turnId) => ({ turnId, skill, version, state })),
        ),
    allVersions: async () => [...versions.values()].flat(),
    files: async (versionId) => files.get(versionId) ?? new Map(),
    draftOf: async (versionId) => drafts.get(versionId) ?? new Map(),
    apply: async (change) => apply(change),
    takeBack: async (...given) => takeBack(...given),
    rebuild: async (rebuilt) => {
      for (const { skill, version } of rebuilt.skills) {
        const { files: held, ...record } = version
        skills.set(skill.name, skill)
        versions.set(skill.id, [...(versions.get(skill.id) ?? []).filter(({ id }) => id !== record.id), record])
        files.set(version.id, bytesOf(held))
      }
      for (const { lifted, ...revoked } of rebuilt.revocations)
        if (!lifted) revocations.add(revoked)
        else for (const r of revocations) if (isOf(r, { ...revoked, name: revoked.skillName })) r.liftedAt = revoked.at
      rebuilt.lines.forEach(write)
    },
    lastLine: async () => ledger.findLast(({ skillId }) => skillId !== null),
    placed: async (skillId, where) => {
      for (const skill of skills.values()) if (skill.id === skillId) skills.set(skill.name, { ...skill, ...where })
    },
    checked: async (skillId, rules) => {
      for (const skill of skills.values()) if (skill.id === skillId) skills.set(skill.name, { ...skill, rules })
    },
    verdict: async (digest) => verdicts.get(digest),
    saveVerdict: async (verdict) => {
      verdicts.set(verdict.digest, verdict)
    },
    announce: async (skillIds) =>
      skillIds.filter((id) => {
        const isNew = !announced.has(id)
        announced.add(id)
        return isNew
      }),
    forget: async (skillId, line) => {
      for (const version of versions.get(skillId) ?? []) {
        files.delete(version.id)
        drafts.delete(version.id)
      }
      versions.delete(skillId)
      skills.delete(line.skillName)
      decisions.forgetArm(line.skillName)
      prompts.splice(0, prompts.length, ...prompts.filter((row) => row.skillName !== line.skillName))
      write(line)
    },
    scrub: async () => {},
    dropTrigger: async (_triggerId, line, standing) => {
      write(line)
      if (standing !== undefined) turns.standAgain(standing, line.at)
    },
    ledger: async (name) => ledger.filter((line) => name === undefined || line.skillName === name),
    lastEntry: async () => ledger.at(-1)?.id ?? 0,
    revocations: async () =>
      [...revocations].flatMap(({ liftedAt, ...said }) => (liftedAt === undefined ? [said] : [])),
    countPrompts: async (name, scorer) =>
      prompts.filter((row) => row.skillName === name && row.scorer === scorer).length,
    addPrompt: async (row) => {
      const there = prompts.find(({ id }) => id === row.id)
      if (there === undefined) prompts.push(row)
      return there
    },
    bestForSkill: async (name, scorer, limit) => best(name, scorer, limit),
    seedPairsFor: async (names, scorer, limit) =>
      names.flatMap((name) =>
        best(name, scorer, limit)
          .map((row) => [name, seedSuccesses(row.score)] as const)
          .filter(([, successes]) => successes > 0),
      ),
    addDecision: async (row, how) => decisions.add(row, how?.once ?? false),
    settledDecisions: async () => decisions.settledDecisions(),
    settle: async (id, outcome, at, loaded) => decisions.settle(id, outcome, at, loaded),
    knowledge: async (skills, kind) => decisions.knowledge(skills, kind),
    liftRecords: async (after, limit) => decisions.liftRecords(after, limit),
    markLoaded: async (id, skill) => decisions.markLoaded(id, skill),
    arms: async (name) => decisions.arms().filter((arm) => name === undefined || arm.name === name),
    versionUses: async (name) => decisions.versionUses().filter((use) => name === undefined || use.name === name),
    source: async (path) => sources.get(path)?.resume,
    saveSources: async (read) => {
      for (const { path, ...source } of read) sources.set(path, source)
    },
    misreadSources: async (since) =>
      [...sources.values()]
        .filter(({ at, resume }) => at >= since && 'misread' in (JSON.parse(resume) as object))
        .map(({ engine, resume }) => ({ engine, resume })),
    vectors: async (model, digests) => vectors.known(model, digests),
    saveVectors: async (model, given) => vectors.save(model, given),
    vectorSpace: async (model) => vectors.space(model),
    saveVectorSpace: async (model, bytes) => vectors.saveSpace(model, bytes),
    exports: async () => [...exported.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    exportsOf: async (name) => [...exported.values()].filter(({ skillName }) => skillName === name),
    noteExport: async (record) => {
      exported.set(record.path, record)
    },
    forgetExport: async (path) => {
      exported.delete(path)
    },
    tally: async () => ({ ...turns.tally(), decisions: decisions.count(), bytes: 0, freeBytes: 0 }),
    outlook: async (bounds) => outlookOf(turns.held, ledger, bounds),
    streakOf: async (turnId) => lengthOf(turns.held, turnId),
    revision: async () => 0,
    [Symbol.asyncDispose]: async () => {},
  }
}

const isOf = (revoked: Revocation, { name, signature }: Pick<SkillRecord, 'name' | 'signature'>): boolean =>
  revoked.skillName === name || (revoked.signature !== null && revoked.signature === signature)

const bytesOf = (files: VersionFiles): ReadonlyMap<string, Uint8Array> =>
  new Map([...files].map(([path, content]) => [path, new Uint8Array(Buffer.from(content))]))

/** Requests and skills of one process. */
const MAX_VECTORS = 5_000
