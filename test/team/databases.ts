import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { openTeamDatabase, type TeamDatabase } from '../../src/team/database.ts'

/** Where tests of the server run: on the embedded database, and on Postgres where its programs are installed. */
export const ENGINES = ['pglite', ...(hasPostgres() ? (['postgres'] as const) : [])] as const

export interface Databases extends AsyncDisposable {
  readonly owner: TeamDatabase
  /** What the server uses; on PGlite the same. */
  readonly server: TeamDatabase
  /** Of the server's user; undefined on PGlite. */
  readonly url?: string | undefined
}

/** It takes seconds of processor time to make one, and more while other tests run. */
export const MAKING_MS = 300_000

/** The databases of a file of tests, or of a block of one: made before its tests, and gone after them. */
export function databasesOn(engine: (typeof ENGINES)[number]): Omit<Databases, keyof AsyncDisposable> {
  let made: Databases
  beforeAll(async () => {
    made = await newDatabases(engine)
  }, MAKING_MS)
  afterAll(async () => await made[Symbol.asyncDispose]())
  return {
    get owner() {
      return made.owner
    },
    get server() {
      return made.server
    },
    get url() {
      return made.url
    },
  }
}

/** A new database of an engine with the schema in it. */
async function newDatabases(engine: (typeof ENGINES)[number]): Promise<Databases> {
  if (engine === 'pglite') {
    const folder = mkdtempSync(join(tmpdir(), 'wayland-pglite-'))
    await embeddedIn(folder)
    const owner = await openTeamDatabase({ folder })
    return {
      ...{ owner, server: owner },
      async [Symbol.asyncDispose]() {
        await owner[Symbol.asyncDispose]()
        rmSync(folder, { recursive: true, force: true })
      },
    }
  }
  const cluster = await startPostgres()
  const owner = await openTeamDatabase({ url: cluster.url('owner'), folder: '' })
  await owner.migrate()
  await owner.asOwner(async (tx) => await tx.execute(sql`create user wayland_app in role wayland_team`))
  const url = cluster.url('wayland_app')
  const server = await openTeamDatabase({ url, folder: '' })
  return {
    ...{ owner, server, url },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      await owner[Symbol.asyncDispose]()
      cluster.stop()
    },
  }
}

/**
 * Puts an embedded database with the schema into a folder: a copy of one that this run of the tests makes once, since
 * making it takes some five seconds of processor time, and opening a copy a third of one.
 */
export async function embeddedIn(folder: string): Promise<void> {
  const made = join(tmpdir(), 'pglite-with-schema')
  const making = `${made}-in-the-making`
  if (!existsSync(made) && mkdirSync(making, { recursive: true }) !== undefined) {
    const database = await openTeamDatabase({ folder: making })
    await database.migrate()
    await database[Symbol.asyncDispose]()
    renameSync(making, made)
  }
  // Another process makes it.
  while (!existsSync(made)) await wait(50)
  cpSync(made, folder, { recursive: true })
}

export interface Cluster {
  readonly url: (user: string) => string
  readonly restart: () => void
  readonly stop: () => void
}

/** A cluster of its own on a port of 127.0.0.1, in a temporary folder, as an unprivileged user. */
export async function startPostgres(): Promise<Cluster> {
  const folder = mkdtempSync('/tmp/wayland-postgres-')
  const who = unprivileged()
  if (who !== undefined) chownSync(folder, who.uid, who.gid)
  const data = join(folder, 'data')
  const how = { ...who, cwd: folder, stdio: 'ignore' } as const
  const port = await freePort()
  execFileSync('initdb', ['-D', data, '-U', 'owner', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'], how)
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=60`
  const control = (...given: string[]) => execFileSync('pg_ctl', ['-D', data, '-w', '-o', options, ...given], how)
  control('-l', join(folder, 'log'), 'start')
  const stop = () => {
    process.off('exit', stop)
    control('-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', stop)
  return {
    url: (user) => `postgres://${user}@127.0.0.1:${port}/postgres`,
    restart: () => control('-m', 'immediate', '-l', join(folder, 'log'), 'restart'),
    stop,
  }
}

function hasPostgres(): boolean {
  return ['initdb', 'pg_ctl'].every((name) => spawnSync(name, ['--version']).status === 0)
}

/** Postgres refuses to run as root. */
function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

const freePort = async (): Promise<number> =>
  await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
