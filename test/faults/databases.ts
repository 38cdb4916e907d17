import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { seededRandom } from '../../src/domain/bandit.ts'
import { type Home, openHome, REVIEW_SKILL, turn } from './home.ts'
import { standing } from './judge.ts'
import { prepared } from './scenario.ts'
import { SCENARIOS } from './scenarios.ts'

const PAGE = 4096

/** A way to damage what lies beside a home's skills. */
export interface Damage {
  readonly name: string
  readonly inflict: (home: Home) => void
  /** Whether it is seen on opening: then the file is kept to the byte, and not only as it was when damage was met. */
  readonly atOnce?: true
}

/** Random bytes over a part of a file. */
function scribble(file: string, at: number, size: number, seed: number): void {
  const random = seededRandom(seed)
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.from(Array.from({ length: size }, () => Math.floor(random() * 256))), 0, size, at)
  closeSync(handle)
}

export const DAMAGES: readonly Damage[] = [
  {
    name: 'garbage',
    inflict: ({ database }) => writeFileSync(database, 'this was a database\n'.repeat(900)),
    atOnce: true,
  },
  { name: 'a header of zeros', inflict: ({ database }) => zero(database, 0, 100), atOnce: true },
  {
    name: 'half of it',
    inflict: ({ database }) => truncateSync(database, Math.floor(statSync(database).size / PAGE / 2) * PAGE),
  },
  { name: 'a cut in a page', inflict: ({ database }) => truncateSync(database, statSync(database).size - 1234) },
  { name: 'an empty file', inflict: ({ database }) => truncateSync(database, 0) },
  ...Array.from({ length: 12 }, (_, i) => ({
    name: `garbage in page ${i + 2}`,
    inflict: ({ database }: Home) => scribble(database, (i + 1) * PAGE, PAGE, i),
  })),
  ...Array.from({ length: 6 }, (_, i) => ({
    name: `zeros in page ${2 * i + 2}`,
    inflict: ({ database }: Home) => zero(database, (2 * i + 1) * PAGE, PAGE),
  })),
  { name: 'a strange write-ahead log', inflict: ({ database }) => writeFileSync(`${database}-wal`, 'x'.repeat(9000)) },
  { name: 'a strange index of it', inflict: ({ database }) => writeFileSync(`${database}-shm`, 'x'.repeat(32768)) },
  { name: 'a strange lock', inflict: ({ database }) => writeFileSync(`${database}.lock`, 'x'.repeat(5000)) },
]

function zero(file: string, at: number, size: number): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size), 0, size, at)
  closeSync(handle)
}

/** Damages a home and uses it: what does not hold then. */
export async function damaged({ inflict, atOnce }: Damage, root: string): Promise<readonly string[]> {
  const { home, personal } = await prepared(scenarioNamed('pin'), root)
  inflict(home)
  const before = readFileSync(home.database)
  const repaired = await use(home, 'a')
  const asides = readdirSync(home.data).filter((name) => /\.damaged-[^.]*$/.test(name))
  const kept = asides.some((name) => readFileSync(join(home.data, name)).equals(before))
  const again = await use(home, 'b')
  return [
    ...(await standing({ home, personal })),
    ...(asides.length === repaired.length ? [] : [`${asides.length} files aside, ${repaired.length} repairs told`]),
    ...(atOnce === true && !kept ? ['what was damaged is not kept as it was'] : []),
    ...(again.length > 0 ? [`repaired a second time: ${again.join('; ')}`] : []),
  ]
}

function scenarioNamed(name: string) {
  const found = SCENARIOS.find((one) => one.name === name)
  if (found === undefined) throw new Error(`there is no scenario ${name}`)
  return found
}

/** One run with everything in it; what it said of repairs. */
async function use(home: Home, id: string): Promise<readonly string[]> {
  const told: string[] = []
  const loop = await openHome(home, {
    onEvent: (event) => {
      if (event.kind === 'repaired' && event.what.includes('damaged')) told.push(event.what)
    },
  })
  try {
    const { status, reason } = await loop.endOfRun(turn(id))
    if (status === 'failed') throw new Error(`a turn failed: ${reason}`)
    const decision = await loop.route({ text: 'review my branch' })
    if (decision.reason === 'failed') throw new Error('a route failed')
    await loop.reward(decision.id, 'success')
    for (const { id: skill } of await loop.review.skills()) await loop.review.versions(skill)
    await loop.review.history()
    await loop.review.audit()
    // The whole file, as `check` looks at it: an audit looks at what skills rest on.
    await loop.upkeep.verify()
    return told
  } finally {
    await loop[Symbol.asyncDispose]()
  }
}

/** A database of a later program is refused by every process, and not a byte of it changes. */
export async function fromTheFuture(root: string): Promise<readonly string[]> {
  const { home } = await prepared(scenarioNamed('pin'), root)
  const db = new Sqlite(home.database)
  db.pragma('user_version = 900')
  db.pragma('journal_mode = DELETE')
  db.close()
  const before = readFileSync(home.database)
  const code = await openHome(home).then(
    async (loop) => {
      await loop[Symbol.asyncDispose]()
      return 'none'
    },
    (error: { code?: string }) => error.code,
  )
  return [
    ...(code === 'newer_database' ? [] : [`it is opened, or refused with ${code}`]),
    ...(readFileSync(home.database).equals(before) ? [] : ['the database of a later program was changed']),
    ...(existsSync(join(home.skills, REVIEW_SKILL, 'SKILL.md')) ? [] : ['a skill is gone']),
  ]
}
