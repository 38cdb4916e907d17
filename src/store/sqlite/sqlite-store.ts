import type { Database } from 'better-sqlite3'
import type { Store, Tally } from '../store.ts'
import { decisionTable } from './decisions.ts'
import { type GroupTable, groupTable } from './groups.ts'
import { type OpenOptions, openDatabase, translate } from './open.ts'
import { openProcessLock } from './process-lock.ts'
import { promptTable } from './prompts.ts'
import { skillTable } from './skills.ts'
import { triggerTable } from './triggers.ts'
import { turnTable } from './turns.ts'

/** The store over one SQLite file. */
export function openSqliteStore(options: OpenOptions): Store {
  const db = openDatabase(options)
  try {
    return storeOver(db)
  } catch (error) {
    db.close()
    throw translate(error, options.file)
  }
}

/** A draft takes milliseconds; whoever holds the folder this long is stuck. */
const LOCK_PATIENCE_MS = 30_000

function storeOver(db: Database): Store {
  const folder = openProcessLock(`${db.name}.lock`, LOCK_PATIENCE_MS)
  const decisions = decisionTable(db)
  const triggers = triggerTable(db)
  // Grouping by likeness is off by default, and its tables need not be read then.
  let groups: GroupTable | undefined
  const turns = turnTable(db, {
    decisions,
    triggers,
    groups: () => {
      groups ??= groupTable(db)
      return groups
    },
  })
  const prompts = promptTable(db)
  const skills = skillTable(db, triggers.finish)
  const source = db.prepare<[string], { resume_json: string }>('SELECT resume_json FROM sources WHERE path = ?')
  const saveSource = db.prepare<[string, string, string, number]>(
    'INSERT OR REPLACE INTO sources (path, engine, resume_json, read_at) VALUES (?,?,?,?)',
  )
  const tally = db.prepare<[], Tally>(
    `SELECT (SELECT count(*) FROM turns) AS turns, (SELECT max(at) FROM turns) AS lastTurnAt,
       (SELECT count(*) FROM buckets) AS streaks, (SELECT count(*) FROM decisions) AS decisions`,
  )
  // The port is asynchronous, the driver is not: a fault becomes a rejection in the words of this package.
  const intent =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    async (...args: A): Promise<R> => {
      try {
        return work(...args)
      } catch (error) {
        groups?.forget()
        throw translate(error, db.name)
      }
    }
  return {
    place: { file: db.name },
    folderLock: folder.lock,
    recordTurn: intent(turns.record),
    lastSuccess: intent(turns.lastSuccess),
    veto: intent(turns.veto),
    orphanedTriggers: intent(triggers.claimOrphans),
    turns: intent(turns.byIds),
    explainTurn: intent(turns.explain),
    projectTurns: intent(turns.ofProject),
    skills: intent(skills.all),
    skill: intent(skills.byName),
    versions: intent(skills.versions),
    files: intent(skills.files),
    apply: intent(skills.apply),
    unplaced: intent(skills.unplaced),
    placed: intent(skills.placed),
    forget: intent(skills.forget),
    dropTrigger: intent(skills.dropTrigger),
    ledger: intent(skills.ledger),
    revocations: intent(skills.revocations),
    addPrompt: intent(prompts.add),
    bestForSkill: intent(prompts.bestForSkill),
    seedPairsFor: intent(prompts.seedPairsFor),
    addDecision: intent(decisions.add),
    settle: intent(decisions.settleAlone),
    arms: intent(decisions.arms),
    source: intent((path: string) => source.get(path)?.resume_json),
    saveSource: intent((path: string, engine: string, resume: string, at: number) => {
      saveSource.run(path, engine, resume, at)
    }),
    tally: intent(() => tally.get() as Tally),
    revision: intent(() => db.pragma('data_version', { simple: true }) as number),
    [Symbol.asyncDispose]: async () => {
      try {
        folder.close()
        db.pragma('optimize')
      } catch {
        // A hint for later queries: a full disk or a busy database goes without it.
      }
      db.close()
    },
  }
}
