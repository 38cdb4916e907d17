import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs'
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
      renameSync(data, `${data}.away-${n}`)
      mkdirSync(data, { mode: 0o700 })
      cpSync(backup, database)
    },
    restores: true,
  },
]

const TURNS = 24
/** Turns between a backup, a loss and the next backup. */
const EVERY = 4

/** Two loops over one home take turns in while its files are lost under them, again and again: what does not hold then. */
export async function lost({ inflict, restores }: Loss, root: string, seed: number): Promise<readonly string[]> {
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
      kept = restores ? [...(inBackup ?? [])] : []
    }
    const { status, turnId, reason } = await loops[random() < 0.5 ? 0 : 1].endOfRun(turn(`turn-${n}`))
    if (status !== 'recorded') broken.push(`turn ${n} was ${status}: ${reason}`)
    kept?.push(turnId)
  }
  for (const loop of loops) await loop[Symbol.asyncDispose]()
  return [...broken, ...judged(home, kept ?? [])]
}

/** What was acknowledged since is there, once, in a sound database. */
function judged({ database }: Home, kept: readonly string[]): readonly string[] {
  const db = new Sqlite(database)
  try {
    const there = db.prepare<[], string>('SELECT id FROM turns').pluck().all()
    const sound = db.pragma('integrity_check', { simple: true })
    return [
      ...kept.filter((id) => !there.includes(id)).map((id) => `turn ${id} is lost`),
      ...there.filter((id) => !kept.includes(id)).map((id) => `turn ${id} is of a file that is gone`),
      ...(new Set(there).size === there.length ? [] : ['a turn is there twice']),
      ...(sound === 'ok' ? [] : [String(sound)]),
    ]
  } finally {
    db.close()
  }
}
