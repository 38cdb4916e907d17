import type { Database } from 'better-sqlite3'
import { WaylandError } from '../../domain/errors.ts'
import { HALF_LIFE } from '../../domain/routing/decay.ts'
import type { Store } from '../store.ts'
import { decisionTable } from './decisions.ts'
import { exportTable } from './exports.ts'
import { type Ground, groundOf } from './ground.ts'
import { type GroupTable, groupTable } from './groups.ts'
import { forgetJournal } from './journal-owner.ts'
import { knowledgeTable } from './knowledge.ts'
import { liftRecordsOf } from './lift-records.ts'
import { liftSumsTable } from './lift-sums.ts'
import { check, isDamage, type OpenOptions, openDatabase, translate } from './open.ts'
import { type OutlookTable, outlookTable } from './outlook.ts'
import { openProcessLock } from './process-lock.ts'
import { promptTable } from './prompts.ts'
import { type RetentionTable, retentionTable } from './retention.ts'
import { scrub } from './scrub.ts'
import { lookupTable } from './skill-lookups.ts'
import { skillTable } from './skills.ts'
import { sourceTable } from './sources.ts'
import { tallyOf } from './tally.ts'
import { triggerTable } from './triggers.ts'
import { turnTable } from './turns.ts'
import { type VectorTable, vectorTable } from './vectors.ts'
import { verdictTable } from './verdicts.ts'

/** A draft takes milliseconds; a process that holds the folder this long is stuck. */
const LOCK_PATIENCE_MS = 30_000
/** A database that is damaged or replaced this often while one thing is done is not to be had. */
const MAX_TRIES = 3

export interface SqliteOptions extends OpenOptions {
  /** Decisions after which half of what was learned from outcomes has faded. */
  readonly halfLife?: number
  /** This process may be ended at any moment. */
  readonly hurried?: boolean
}

/**
 * The store over one SQLite file. Damage that is met on the way is repaired as on opening, and the intent tried again; so
 * is an intent under which the file was deleted, moved or replaced: it is done in the file that lies there now.
 */
export function openSqliteStore(options: SqliteOptions): Store {
  const { file, program, halfLife = HALF_LIFE } = options
  let open = begin()
  let closed = false
  /** How often the database was opened again. */
  let again = 0
  const folder = openProcessLock(`${file}.lock`, LOCK_PATIENCE_MS)

  function begin(thorough = false): Opened {
    const db = openDatabase(options, { thorough })
    try {
      return { db, ground: groundOf(db, program), tables: tablesOf(db, halfLife) }
    } catch (error) {
      db.close()
      if (isDamage(error) && !thorough) return begin(true)
      throw translate(error, file)
    }
  }

  /** Where it cannot be opened now, the next intent tries again. */
  function beginAgain(thorough = false): void {
    again++
    // SQLite leaves the journal at the path alone when it closes a database that is not there any more.
    open.db.close()
    open = begin(thorough)
  }

  function attempt<R>(work: (tables: Tables) => R): { readonly result: R } | undefined {
    try {
      if (!open.db.open && !closed) beginAgain()
      open.ground.insistKnown()
      const result = work(open.tables)
      if (open.ground.holds()) return { result }
      beginAgain()
      options.onRepair(`the database ${file} was deleted, moved or replaced; the one that lies there now is used`)
    } catch (error) {
      open.tables.groups.forget()
      if (!isDamage(error)) throw error
      beginAgain(true)
    }
    return undefined
  }

  // The port is asynchronous, the driver is not: a fault becomes a rejection in the words of this package.
  const intent =
    <A extends unknown[], R>(work: (tables: Tables, ...args: A) => R) =>
    async (...args: A): Promise<R> => {
      try {
        for (let tries = 0; tries < MAX_TRIES; tries++) {
          const done = attempt((tables) => work(tables, ...args))
          if (done !== undefined) return done.result
        }
      } catch (error) {
        throw translate(error, file)
      }
      throw new WaylandError('storage_unavailable', `the database ${file} is damaged or replaced again and again`)
    }
  return {
    place: { file },
    folderLock: folder.lock,
    verify: intent(({ db }, how) => check(db, how)),
    recordTurn: intent(({ turns }, turn, rule) => turns.record(turn, rule)),
    keepTurns: intent(({ turns }, kept) => turns.keep(kept)),
    countNext: intent(({ turns }, ruleOf, until) => turns.countNext(ruleOf, until, options.hurried)),
    lastSuccess: intent(({ turns }, ...asked) => turns.lastSuccess(...asked)),
    veto: intent(({ turns }, ...asked) => turns.veto(...asked)),
    orphanedTriggers: intent(({ triggers }, claim) => triggers.claimOrphans(claim)),
    triggerFailed: intent(({ triggers }, ...given) => triggers.failed(...given)),
    putAside: intent(({ triggers, turns }) => [...triggers.putAside(), ...turns.putAside()]),
    tryAgain: intent(({ triggers, turns }) => triggers.tryAgain() + turns.tryAgain()),
    turns: intent(({ turns }, ids) => turns.byIds(ids)),
    explainTurn: intent(({ turns }, id) => turns.explain(id)),
    latestTurns: intent(({ turns }, limit) => turns.latest(limit)),
    projectTurns: intent(({ turns }, ...asked) => turns.ofProject(...asked)),
    skills: intent(({ lookups }) => lookups.all()),
    skill: intent(({ lookups }, name) => lookups.byName(name)),
    skillsLike: intent(({ lookups }, reference) => lookups.like(reference)),
    someSkills: intent(({ lookups }, ...asked) => lookups.some(...asked)),
    standings: intent(({ lookups }) => lookups.standings()),
    newestSkills: intent(({ lookups }, ...asked) => lookups.newest(...asked)),
    unannounced: intent(({ lookups }) => lookups.unannounced()),
    skillChange: intent(({ lookups }) => lookups.change()),
    skillsNamed: intent(({ lookups }, names) => lookups.named(names)),
    usedSkills: intent(({ lookups }) => lookups.used()),
    changeToken: intent(({ lookups }, change) => lookups.token(change)),
    skillsSince: intent(({ lookups }, change) => lookups.since(change)),
    unplaced: intent(({ lookups }, change) => lookups.unplaced(change)),
    look: intent(({ lookups }, root) => lookups.look(root)),
    saveLook: intent(({ lookups }, ...given) => lookups.saveLook(...given)),
    versions: intent(({ skills }, skillId) => skills.versions(skillId)),
    versionsFrom: intent(({ skills }, turnIds) => skills.versionsFrom(turnIds)),
    allVersions: intent(({ skills }) => skills.allVersions()),
    files: intent(({ skills }, versionId) => skills.files(versionId)),
    draftOf: intent(({ skills }, versionId) => skills.draft(versionId)),
    apply: intent(({ skills }, change) => skills.apply(change)),
    takeBack: intent(({ skills }, ...given) => skills.takeBack(...given)),
    rebuild: intent(({ skills }, rebuilt) => skills.rebuild(rebuilt)),
    lastLine: intent(({ skills }) => skills.lastLine()),
    placed: intent(({ skills }, skillId, where, finishes) => skills.placed(skillId, where, finishes)),
    checked: intent(({ verdicts }, ...given) => verdicts.checked(...given)),
    verdict: intent(({ verdicts }, digest) => verdicts.of(digest)),
    saveVerdict: intent(({ verdicts }, verdict) => verdicts.save(verdict)),
    announce: intent(({ skills }, ...asked) => skills.announce(...asked)),
    forget: intent(({ skills }, skillId, line) => skills.forget(skillId, line)),
    scrub: intent(({ db }) => scrub(db)),
    dropTrigger: intent(({ skills }, ...given) => skills.dropTrigger(...given)),
    ledger: intent(({ skills }, skillName) => skills.ledger(skillName)),
    lastEntry: intent(({ skills }) => skills.lastEntry()),
    revocations: intent(({ skills }) => skills.revocations()),
    addPrompt: intent(({ prompts }, row) => prompts.add(row)),
    countPrompts: intent(({ prompts }, name, scorer) => prompts.count(name, scorer)),
    bestForSkill: intent(({ prompts }, name, scorer, limit) => prompts.bestForSkill(name, scorer, limit)),
    seedPairsFor: intent(({ prompts }, names, scorer, limit) => prompts.seedPairsFor(names, scorer, limit)),
    addDecision: intent(({ decisions }, row, how) => decisions.add(row, how?.once ?? false)),
    settledDecisions: intent(({ decisions }) => decisions.settledDecisions()),
    settle: intent(({ decisions }, id, outcome, at, loaded) => decisions.settleAlone(id, outcome, at, loaded)),
    knowledge: intent(({ knowledge }, skills, kind) => knowledge.read(skills, kind)),
    liftRecords: intent(({ liftRecords }, after, limit) => liftRecords(after, limit)),
    liftSums: intent(({ db }) => liftSumsTable(db).all()),
    retain: intent(({ retention }, rule) => retention().step(rule)),
    markLoaded: intent(({ decisions }, id, skill) => decisions.markLoaded(id, skill)),
    arms: intent(({ decisions }, name) => decisions.arms(name)),
    versionUses: intent(({ decisions }, name) => decisions.versionUses(name)),
    source: intent(({ sources }, path) => sources.byPath(path)),
    saveSources: intent(({ sources }, read) => sources.save(read)),
    misreadSources: intent(({ sources }, since) => sources.misread(since)),
    vectors: intent(({ vectors }, ...asked) => vectors().known(...asked)),
    saveVectors: intent(({ vectors }, ...given) => vectors().save(...given)),
    vectorSpace: intent(({ vectors }, model) => vectors().space(model)),
    saveVectorSpace: intent(({ vectors }, model, bytes) => vectors().saveSpace(model, bytes)),
    exports: intent(({ exports }) => exports.all()),
    exportsOf: intent(({ exports }, skillName) => exports.ofSkill(skillName)),
    noteExport: intent(({ exports }, record) => exports.save(record)),
    forgetExport: intent(({ exports }, path) => exports.remove(path)),
    tally: intent(({ tally }) => tally()),
    outlook: intent(({ outlook }, bounds) => outlook().read(bounds)),
    streakOf: intent(({ outlook }, turnId) => outlook().streakOf(turnId)),
    revision: intent(({ db }) => again * 2 ** 32 + (db.pragma('data_version', { simple: true }) as number)),
    [Symbol.asyncDispose]: async () => {
      closed = true
      try {
        folder.close()
        open.db.pragma('busy_timeout = 0')
        open.db.pragma('optimize')
      } catch {
        // A hint for later queries: a full disk, or a busy or damaged database, goes without it.
      } finally {
        open.db.close()
        forgetJournal(file)
      }
    },
  }
}

/** An open database, and what it stands on. */
interface Opened {
  readonly db: Database
  readonly ground: Ground
  readonly tables: Tables
}

type Tables = ReturnType<typeof tablesOf>

function tablesOf(db: Database, halfLife: number) {
  const knowledge = knowledgeTable(db, halfLife)
  const decisions = decisionTable(db, knowledge)
  const triggers = triggerTable(db)
  // Few commands ask for these, and what is not asked for need not be prepared.
  let known: GroupTable | undefined
  let kept: VectorTable | undefined
  const vectors = (): VectorTable => {
    kept ??= vectorTable(db, MAX_VECTORS)
    return kept
  }
  let asked: OutlookTable | undefined
  const outlook = (): OutlookTable => {
    asked ??= outlookTable(db)
    return asked
  }
  let keeping: RetentionTable | undefined
  const retention = (): RetentionTable => {
    keeping ??= retentionTable(db, { halfLife })
    return keeping
  }
  const groups = {
    table: (): GroupTable => {
      known ??= groupTable(db, vectors)
      return known
    },
    forget: (): void => known?.forget(),
  }
  const turns = turnTable(db, { decisions, triggers, groups: groups.table })
  const verdicts = verdictTable(db)
  return {
    db,
    knowledge,
    decisions,
    triggers,
    groups,
    vectors,
    turns,
    skills: skillTable(db, {
      finishTrigger: triggers.finish,
      forgetArm: decisions.forget,
      standAgain: turns.standAgain,
      saveVerdict: verdicts.save,
    }),
    lookups: lookupTable(db),
    verdicts,
    prompts: promptTable(db),
    sources: sourceTable(db),
    exports: exportTable(db),
    liftRecords: liftRecordsOf(db),
    tally: tallyOf(db),
    outlook,
    retention,
  }
}

/** 25 MB with 512 dimensions: what 10,000 skills and some years of requests come to. */
const MAX_VECTORS = 50_000
