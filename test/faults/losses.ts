import { cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { seededRandom } from '../../src/domain/bandit.ts'
import { copyWhole } from '../path/life-files.ts'
import { type Home, homeAt, openHome, turn } from './home.ts'

/** A way to lose what running processes stand on. */
export interface Loss {
  readonly name: string
  /** `backup` is a sound copy of an earlier moment. */
  readonly inflict: (home: Home, backup: string, n: number) => void
  /** What was acknowledged before the backup was made is there again. */
  readonly restores?: true
  /** Everything that was acknowledged is there. */
  readonly keeps?: true
  /** Loops of one process share the index, and each fails until the other has let it go. */
  readonly needsProcesses?: true
}

const JOURNALS = ['-wal', '-shm']

export const LOSSES: readonly Loss[] = [
  { name: 'the database is deleted', inflict: ({ database }) => rmSync(database) },
  {
    name: 'the database and its journal are deleted',
    inflict: ({ database }) => ['', ...JOURNALS].forEach((end) => void rmSync(database + end, { force: true })),
  },
  {
    name: 'the database is moved away',
    inflict: ({ database }, _, n) => renameSync(database, `${database}.away-${n}`),
  },
  {
    name: 'a backup takes the place of the database',
    inflict: ({ database }, backup) => renameSync(backup, database),
    restores: true,
  },
  { name: 'the data folder is moved away', inflict: ({ data }, _, n) => renameSync(data, `${data}.away-${n}`) },
  {
    name: 'another data folder takes its place',
    inflict({ data, database }, backup, n) {
      const next = `${data}.next`
      mkdirSync(next, { mode: 0o700 })
      cpSync(backup, join(next, basename(database)))
      // A process may make the folder anew in between.
      for (let tries = 0; existsSync(next); tries++) {
        renameSync(data, `${data}.away-${n}-${tries}`)
        if (!existsSync(data)) renameSync(next, data)
      }
    },
    restores: true,
  },
]

/** What may become of the log beside the database, and of its index. */
export const LOG_LOSSES: readonly Loss[] = [
  { name: 'the log is deleted', inflict: ({ database }) => rmSync(`${database}-wal`, { force: true }), keeps: true },
  {
    name: 'the index of the log is deleted',
    inflict: ({ database }) => rmSync(`${database}-shm`, { force: true }),
    keeps: true,
    needsProcesses: true,
  },
  {
    name: 'the log and its index are deleted',
    inflict: ({ database }) => JOURNALS.forEach((end) => void rmSync(database + end, { force: true })),
    keeps: true,
    needsProcesses: true,
  },
]

const TURNS = 24
/** Turns between a backup, a loss and the next backup. */
const EVERY = 4

/** Two loops over one home take turns in while its files are lost under them, again and again: what does not hold then. */
export async function lost({ inflict, restores, keeps }: Loss, root: string, seed: number): Promise<readonly string[]> {
  const home = homeAt(root)
  const random = seededRandom(seed)
  const loops = [await openHome(home), await openHome(home)] as const
  const broken: string[] = []
  const backup = `${root}/backup.db`
  let [kept, inBackup]: string[][] = [[], []]
  for (let n = 0; n < TURNS; n++) {
    if (n % (2 * EVERY) === EVERY) {
      copyWhole(home.database, backup)
      inBackup = [...(kept ?? [])]
    }
    if (n % (2 * EVERY) === 2 * EVERY - 1) {
      inflict(home, backup, n)
      if (!keeps) kept = restores ? [...(inBackup ?? [])] : []
    }
    const { status, turnId, reason } = await loops[random() < 0.5 ? 0 : 1].endOfRun(turn(`turn-${n}`))
    if (status !== 'recorded') broken.push(`turn ${n} was ${status}: ${reason}`)
    kept?.push(turnId)
  }
  for (const loop of loops) await loop[Symbol.asyncDispose]()
  return [...broken, ...judged(home, kept ?? [])]
}

/** What was acknowledged since is there, and nothing else, in a sound database. */
function judged(home: Home, kept: readonly string[]): readonly string[] {
  const there = turnsIn(home)
  const gone = there.filter((id) => !kept.includes(id)).map((id) => `turn ${id} is of a file that is gone`)
  return [...missingOf(home, kept, there), ...gone]
}

/** Which of these turns are not there, or twice, or whether the database is not sound. */
export function missingOf(home: Home, kept: readonly string[], there = turnsIn(home)): readonly string[] {
  const has = new Set(there)
  const db = new Sqlite(home.database)
  const sound = db.pragma('integrity_check', { simple: true })
  db.close()
  return [
    ...kept.filter((id) => !has.has(id)).map((id) => `turn ${id} is lost`),
    ...(has.size === there.length ? [] : ['a turn is there twice']),
    ...(sound === 'ok' ? [] : [String(sound)]),
  ]
}

function turnsIn({ database }: Home): readonly string[] {
  const db = new Sqlite(database)
  try {
    return db.prepare<[], string>('SELECT id FROM turns').pluck().all()
  } finally {
    db.close()
  }
}
