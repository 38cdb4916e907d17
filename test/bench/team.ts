// Does a server of a team lose or double what it acknowledged, and how long do requests take? Two servers over one Postgres of
// its own, --nodes N machines (default 1000) that sync, propose and report for --minutes M (default 2); a third of the clocks is a
// day ahead, a third a day behind, and half of those change meanwhile; with --kills servers are killed and Postgres restarted every
// ten seconds.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { count, eq, sql } from 'drizzle-orm'
import { openTeamDatabase } from '../../src/team/database.ts'
import { newSecret, sha256, tokenOf } from '../../src/team/keys.ts'
import { outcomes, people, skills, tokens, versions } from '../../src/team/schema.ts'
import { newOrg } from '../../src/team/server/new-org.ts'
import { startPostgres } from '../team/databases.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    nodes: { type: 'string', default: '1000' },
    kills: { type: 'boolean', default: false },
  },
})
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ENDS = Number(values.minutes) * MINUTE_MS
const NODES = Number(values.nodes)
const MAIN = join(import.meta.dirname, '..', '..', 'dist', 'cli', 'main.js')

const cluster = await startPostgres()
const owner = await openTeamDatabase({ url: cluster.url('owner'), folder: '' })
await owner.migrate()
await owner.asOwner(async (tx) => await tx.execute(sql`create user wayland_app in role wayland_team`))
const { org } = await newOrg(owner, { name: 'load', personal: false }, new Date())
const root = mkdtempSync(join(tmpdir(), 'wayland-team-load-'))

/** Machines, each of a person of its own, put into the tables: joining is no part of the load. */
const nodes = Array.from({ length: NODES }, (_, n) => ({
  /** Days that its clock is ahead. */
  ahead: (n % 3) - 1,
  id: randomUUID(),
  person: randomUUID(),
  secret: newSecret(),
  cursor: 0,
}))
await owner.asOwner(async (tx) => {
  const at = new Date()
  for (let i = 0; i < NODES; i += 500) {
    const some = nodes.slice(i, i + 500)
    await tx
      .insert(people)
      .values(some.map(({ person }) => ({ org, id: person, name: person, role: 'reviewer' as const, joinedAt: at })))
    const hashed = some.map(({ id, person, secret }) => ({
      org,
      id,
      kind: 'node' as const,
      hash: sha256(secret),
      person,
    }))
    await tx
      .insert(tokens)
      .values(hashed.map((one) => ({ ...one, role: 'reviewer' as const, name: 'n', createdAt: at })))
  }
})

interface Server {
  child: ChildProcess
  readonly port: number
}
const servers: Server[] = []
async function serve(port: number): Promise<Server> {
  const env = {
    PATH: process.env.PATH,
    HOME: root,
    WAYLAND_DATA_DIR: root,
    WAYLAND_CONFIG_DIR: root,
    WAYLAND_TEAM_DATABASE: cluster.url('wayland_app'),
  }
  const child = spawn(process.execPath, [MAIN, 'team', 'serve', '--port', String(port), '--json'], {
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // Its port may be that of a connection of this process meanwhile, or Postgres may be starting.
  const said = await new Promise<string | undefined>((resolve) => {
    child.stdout?.once('data', (text: Buffer) => resolve(String(text)))
    child.once('exit', () => resolve(undefined))
  })
  if (said === undefined) {
    await wait(200)
    return await serve(port)
  }
  return { child, port: Number(new URL((JSON.parse(said) as { url: string }).url).port) }
}
for (let i = 0; i < 2; i++) servers.push(await serve(0))

const took: number[] = []
const tally = { requests: 0, faults: 0, refused: 0 }
/** Sends until it is acknowledged, as a machine does; gives the answer, or undefined where it is refused. */
async function send(
  node: (typeof nodes)[number],
  method: string,
  path: string,
  message?: object,
): Promise<Record<string, never> | undefined> {
  for (let tries = 0; tries < 40; tries++) {
    const { port } = servers[Math.floor(Math.random() * servers.length)]!
    const begun = performance.now()
    try {
      const response = await fetch(`http://127.0.0.1:${port}/v1/${path}`, {
        ...{ method, signal: AbortSignal.timeout(15_000) },
        headers: { Authorization: `Bearer ${tokenOf(org, node.secret)}`, 'Content-Type': 'application/json' },
        ...(message === undefined ? {} : { body: JSON.stringify(message) }),
      })
      const value = (await response.json()) as Record<string, never>
      took.push(performance.now() - begun)
      tally.requests++
      if (response.ok) return value
      if (response.status < 500 && response.status !== 409) {
        tally.refused++
        return undefined
      }
    } catch {
      tally.faults++
    }
    await wait(100 + Math.random() * 400)
  }
  return undefined
}

const begun = Date.now()
const running = () => Date.now() - begun < ENDS
const restOf = (ms: number) => Math.max(0, Math.min(ms, begun + ENDS - Date.now()))
const shared = new Set<string>()
const told = new Map<string, number>()
const pick = () => nodes[Math.floor(Math.random() * NODES)]!
let gaps = 0

async function syncing(node: (typeof nodes)[number], first: number): Promise<void> {
  for (await wait(first); running(); await wait(restOf(MINUTE_MS * (0.9 + Math.random() / 5)))) {
    const answer = (await send(node, 'GET', `changes?after=${node.cursor}`)) as
      | { changes: { seq: number }[] }
      | undefined
    for (const { seq } of answer?.changes ?? []) {
      if (seq !== node.cursor + 1) gaps++
      node.cursor = seq
    }
  }
}
async function sharing(): Promise<void> {
  for (let n = 0; running(); n++) {
    const name = `skill-${randomUUID().slice(0, 8)}`
    const text = `---\nname: ${name}\ndescription: Does ${randomUUID()}.\n---\n\nRun \`npm test\` ${n}.\n`
    const message = {
      id: randomUUID(),
      name,
      files: { 'SKILL.md': Buffer.from(text).toString('base64') },
      evidence: 3,
      note: '',
      own: true,
    }
    const done = await send(pick(), 'POST', 'versions', message)
    if (
      done !== undefined &&
      (await send(pick(), 'POST', `versions/${message.id}/review`, { verdict: 'approve', reason: 'x' })) !== undefined
    )
      shared.add(message.id)
    await wait(MINUTE_MS / 50)
  }
}
async function reporting(): Promise<void> {
  for (let n = 0; running(); n++) {
    const [version] = shared
    if (version !== undefined) {
      const node = pick()
      if (node.ahead !== 0 && Math.random() < 0.02) node.ahead = -node.ahead
      const day = new Date(Date.now() + node.ahead * DAY_MS).toISOString().slice(0, 10)
      const key = `${version} ${node.id} ${day}`
      const successes = (told.get(key) ?? 0) + 1
      const message = { outcomes: [{ version, day, arm: 'offered', successes, failures: 0 }] }
      if ((await send(node, 'POST', 'outcomes', message)) !== undefined) told.set(key, successes)
      if (n % 3 === 0) await send(node, 'POST', 'outcomes', message)
    }
    await wait(MINUTE_MS / 200)
  }
}
const rests: number[] = []
async function killing(): Promise<void> {
  for (let n = 0; values.kills && running(); n++) {
    await wait(10_000)
    if (!running()) return
    const killed = Date.now()
    if (n % 4 === 3) cluster.restart()
    else {
      const server = servers[n % 2]!
      server.child.kill('SIGKILL')
      Object.assign(server, await serve(server.port))
    }
    while ((await send(pick(), 'GET', 'changes?after=0')) === undefined);
    rests.push(Date.now() - killed)
  }
}
/** In MB; 0 for a server that was just killed. */
const memory = () =>
  servers.map(({ child }) =>
    Math.round(Number(spawnSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' }).stdout) / 1024),
  )
const early = wait(Math.min(20_000, ENDS / 4)).then(memory)
await Promise.all([
  ...nodes.map((node) => syncing(node, Math.random() * Math.min(MINUTE_MS, ENDS))),
  sharing(),
  reporting(),
  killing(),
])
const late = memory()

const rows = await owner.asOwner(async (tx) => ({
  published: await tx.select({ id: skills.current }).from(skills),
  versions: await tx.select({ n: count() }).from(versions),
  outcomes: await tx.select().from(outcomes).where(eq(outcomes.arm, 'offered')),
}))
const published = new Set(rows.published.map(({ id }) => id))
const kept = new Map(rows.outcomes.map((row) => [`${row.version} ${row.node} ${row.day}`, row.successes]))
const sorted = took.toSorted((a, b) => a - b)
const at = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0)
console.log({
  ...{
    nodes: NODES,
    minutes: Number(values.minutes),
    kills: rests.length,
    ...tally,
    shared: shared.size,
    versions: rows.versions[0]?.n,
  },
  lost:
    [...shared].filter((id) => !published.has(id)).length +
    [...told].filter(([key, n]) => (kept.get(key) ?? 0) < n).length,
  countedTwice: [...told].filter(([key, n]) => (kept.get(key) ?? 0) > n + 1).length,
  days: [...new Set([...told.keys()].map((key) => key.split(' ')[2]))].sort(),
  ...{ gaps, p50: at(0.5), p99: at(0.99), most: at(0.9999), restsMs: rests, memoryMb: { early: await early, late } },
})
for (const { child } of servers) child.kill()
await owner[Symbol.asyncDispose]()
cluster.stop()
rmSync(root, { recursive: true, force: true })
process.exit(0)
