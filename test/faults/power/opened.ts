import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Home } from '../home.ts'
import { openHome } from '../home.ts'
import { standing } from '../judge.ts'
import { look, skillRows } from '../look.ts'
import { Bytes } from './bytes.ts'
import type { Left } from './disk.ts'
import type { Acknowledged } from './folders.ts'
import { turnOf } from './turns.ts'

/** What is promised after a cut. */
interface Promised {
  readonly durability: 'normal' | 'full'
  readonly acknowledged: Acknowledged
  /** Turns that have to be there. */
  readonly atLeast: number
}

/**
 * Starts the program where a cut has left its home, lets it repair, and says what does not hold then: the next turn is
 * recorded, and of what was acknowledged nothing is gone that is promised.
 */
export async function opened(home: Home, left: Left, promised: Promised): Promise<readonly string[]> {
  put(home, left)
  const faults: string[] = []
  try {
    const loop = await openHome(home, {
      env: { WAYLAND_STORAGE_DURABILITY: promised.durability },
      onEvent: (event) => {
        if (event.kind === 'warning') faults.push(`the program warns: ${event.what}`)
        if (event.kind === 'repaired' && /damaged|deleted, moved/.test(event.what)) faults.push(event.what)
      },
    })
    try {
      await loop.upkeep.check({ fix: true })
      faults.push(...(await loop.upkeep.check()).map(({ found }) => `check still finds: ${found}`))
      const { status, reason, draft } = await loop.endOfRun({ ...turnOf(0), sessionId: 'after', promptId: 'after' })
      if (status !== 'recorded' || draft?.status === 'failed')
        faults.push(`the next turn is ${status}: ${reason ?? draft?.reason}`)
    } finally {
      await loop[Symbol.asyncDispose]()
    }
    faults.push(...(await standing({ home, personal: new Map() })), ...gone(home, promised))
  } catch (error) {
    faults.push(`the program does not start: ${(error as Error).message}`)
  } finally {
    rmSync(home.root, { recursive: true, force: true })
  }
  return faults
}

/** Which of the acknowledged skills are not there, and whether turns are missing. */
function gone(home: Home, { durability, acknowledged, atLeast }: Promised): readonly string[] {
  const found = look(home, (db) => ({
    skills: new Map(skillRows(db).map((row) => [row.name, row])),
    authors: new Map(
      db.prepare<[], [string, string]>('SELECT skill_id, author FROM skill_versions ORDER BY rowid').raw().all(),
    ),
    prompts: new Set(db.prepare<[], string>('SELECT skill_name FROM evolved_prompts').pluck().all()),
    turns: db.prepare<[], number>("SELECT count(*) FROM turns WHERE prompt_id LIKE 'p%'").pluck().get() ?? 0,
  }))
  if (found === undefined) return ['there is no database']
  const faults = [...acknowledged.skills].flatMap((name) => {
    const row = found.skills.get(name)
    if (row === undefined) return [`the skill ${name} is gone`]
    const isAsDrafted = row.origin === 'auto' && row.status === 'staged' && row.needsReview === 1
    return [
      ...(isAsDrafted ? [] : [`${name} is ${row.origin}, ${row.status}, reviewed: ${row.needsReview !== 1}`]),
      ...(found.authors.get(row.id) === 'auto' ? [] : [`the version of ${name} is a person's`]),
      ...(durability === 'normal' || found.prompts.has(name) ? [] : [`${name} has no row among the prompts`]),
    ]
  })
  for (const name of acknowledged.revoked) {
    const status = found.skills.get(name)?.status
    if (status !== 'revoked') faults.push(`${name} was revoked, and is ${status}`)
  }
  return found.turns < atLeast ? [...faults, `${found.turns} turns are there, ${atLeast} are promised`] : faults
}

/** Writes a home as a cut has left it. */
function put(home: Home, { names, changesOf }: Left): void {
  rmSync(home.root, { recursive: true, force: true })
  mkdirSync(home.root, { mode: 0o700 })
  for (const [path, inode] of names) {
    if (inode === undefined) mkdirSync(path, { recursive: true, mode: 0o700 })
    else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      writeFileSync(path, new Bytes(changesOf(inode)).part(), { mode: 0o600 })
    }
  }
  sameFiles(home.database)
}

/** After a cut the files are the same ones as before, which the note of the database on its log says of them. */
function sameFiles(database: string): void {
  const note = `${database}.journal-of`
  const numbered = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false })
  const [db, log, noted] = [numbered(database), numbered(`${database}-wal`), numbered(note)]
  if (db === undefined || log === undefined || (noted?.size ?? 0n) === 0n) return
  const at = ({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }) => ({ at: `${dev}:${ino}` })
  writeFileSync(note, JSON.stringify({ database: at(db), journal: at(log) }))
}
