// What does a sync with nothing new cost a server of a team, and what does one more machine or skill cost its database? One
// Postgres of its own; orgs of few and many skills and machines, asked in turns. Times are of the request over loopback, medians;
// processor time is that of this process, which is server and client in one, and of Postgres.
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { openTeamDatabase } from '../../src/team/database.ts'
import { newSecret, sha256, tokenOf } from '../../src/team/keys.ts'
import { changes, heads, outcomes, people, skills, tokens, versions } from '../../src/team/schema.ts'
import { newOrg } from '../../src/team/server/new-org.ts'
import { serveTeam } from '../../src/team/server/serve-team.ts'
import { startPostgres } from '../team/databases.ts'
import { median } from './median.ts'

const FEW_AND_MANY = { skills: [100, 10_000], nodes: [10, 10_000] } as const
const ROUNDS = 15
const EACH = 40
const AT = new Date('2026-11-27T12:00:00Z')
/** A skill of usual length, in base64 as it is stored. */
const TEXT = readFileSync(new URL('../../src/team/README.md', import.meta.url))
  .subarray(0, 3_000)
  .toString('base64')

const cluster = await startPostgres()
const owner = await openTeamDatabase({ url: cluster.url('owner'), folder: '' })
await owner.migrate()
await owner.asOwner(async (tx) => await tx.execute(sql`create user wayland_app in role wayland_team`))
const database = await openTeamDatabase({ url: cluster.url('wayland_app'), folder: '' })
const serving = await serveTeam(database, { port: 0, onError: console.error })

const sizeOf = async (table: string): Promise<number> => {
  const size = sql<string>`pg_total_relation_size(${table})`
  const [row] = await owner.asOwner(async (tx) => await tx.select({ size }).from(heads).limit(1))
  return Number(row?.size ?? 0)
}
await newOrg(owner, { name: 'first', personal: false }, AT)
const before = { skills: await sizeOf('versions'), tokens: await sizeOf('tokens') }
const orgs: Awaited<ReturnType<typeof filled>>[] = []
for (const many of FEW_AND_MANY.skills) for (const nodes of FEW_AND_MANY.nodes) orgs.push(await filled(many, nodes))
const [versionsSize, tokensSize] = [await sizeOf('versions'), await sizeOf('tokens')]
const made = orgs.reduce((sum, one) => ({ skills: sum.skills + one.skills, nodes: sum.nodes + one.nodes }), {
  skills: 0,
  nodes: 0,
})
await owner.asOwner(async (tx) => await tx.execute(sql`analyze`))

const took = orgs.map((): number[] => [])
const begun = processorMs()
for (let round = 0; round < ROUNDS; round++)
  for (const [i, { org, secrets, cursor }] of orgs.entries())
    for (let n = 0; n < EACH; n++) {
      const secret = secrets[n % secrets.length]!
      const from = performance.now()
      const answer = await fetch(`http://127.0.0.1:${serving.port}/v1/changes?after=${cursor}`, {
        headers: { Authorization: `Bearer ${tokenOf(org, secret)}` },
      })
      const { changes: found } = (await answer.json()) as { changes: unknown[] }
      took[i]!.push(performance.now() - from)
      if (!answer.ok || found.length > 0)
        throw new Error(`org ${i} was answered ${answer.status}, ${found.length} changes`)
    }
const each = (ms: number) => (ms / (ROUNDS * EACH * orgs.length)).toFixed(2)
const ended = processorMs()

const first = median(took[0]!)
console.log('skills  machines  ms    against the smallest')
for (const [i, one] of orgs.entries()) {
  const ms = median(took[i]!)
  console.log(
    `${String(one.skills).padEnd(8)}${String(one.nodes).padEnd(10)}${ms.toFixed(2).padEnd(6)}${(ms / first).toFixed(2)}`,
  )
}
console.log(`
processor time of a sync with nothing new: Postgres ${each(ended.postgres - begun.postgres)} ms, client and server ${each(ended.own - begun.own)} ms`)
console.log(`a version of ${TEXT.length} bytes: ${Math.round((versionsSize - before.skills) / made.skills)} bytes`)
console.log(`a machine: ${Math.round((tokensSize - before.tokens) / made.nodes)} bytes`)
console.log(`outcomes of a machine, a skill and a day: ${await outcomeBytes()} bytes`)

await serving[Symbol.asyncDispose]()
await database[Symbol.asyncDispose]()
await owner[Symbol.asyncDispose]()
cluster.stop()
process.exit(0)

/** An org of one person, with published skills, and machines that have seen all of them. */
async function filled(many: number, nodes: number) {
  const { org } = await newOrg(owner, { name: `${many} ${nodes}`, personal: false }, AT)
  const person = randomUUID()
  const secrets = Array.from({ length: nodes }, newSecret)
  const made = Array.from({ length: many }, (_, n) => ({ id: randomUUID(), version: randomUUID(), name: `skill-${n}` }))
  await owner.asOwner(async (tx) => {
    await tx.insert(people).values({ org, id: person, name: 'ann', role: 'reviewer', joinedAt: AT })
    for (const some of inParts(secrets))
      await tx.insert(tokens).values(
        some.map((secret) => ({
          ...{ org, id: randomUUID(), kind: 'node' as const, hash: sha256(secret), person },
          ...{ role: 'reviewer' as const, name: 'laptop', createdAt: AT },
        })),
      )
    for (const some of inParts(made)) {
      await tx.insert(skills).values(some.map(({ id, version, name }) => ({ org, id, name, current: version })))
      await tx.insert(versions).values(
        some.map(({ id, version, name }) => ({
          ...{ org, id: version, skill: id, number: 1, author: person, personal: false, digest: sha256(name) },
          ...{ files: { 'SKILL.md': TEXT }, description: `Does ${name}.`, capabilities: [], grown: [], findings: [] },
          ...{ blocked: false, evidence: 3, note: '', createdAt: AT, projects: null },
        })),
      )
    }
    for (const some of inParts(made.map((one, n) => ({ ...one, seq: n + 1 }))))
      await tx.insert(changes).values(
        some.map(({ seq, version, name }) => ({
          ...{ org, seq, signature: 'x'.repeat(88) },
          statement: JSON.stringify({ kind: 'published', skill: name, version, digest: sha256(name), org, seq }),
        })),
      )
    await tx.update(heads).set({ change: many }).where(sql`org = ${org}`)
  })
  return { org, secrets, cursor: many, skills: many, nodes }
}

async function outcomeBytes(): Promise<number> {
  const ROWS = 5_000
  const empty = await sizeOf('outcomes')
  const { org } = orgs[0]!
  await owner.asOwner(async (tx) => {
    const [version] = await tx.select({ id: versions.id }).from(versions).where(sql`org = ${org}`).limit(1)
    const [node] = await tx.select({ id: tokens.id }).from(tokens).where(sql`org = ${org} and kind = 'node'`).limit(1)
    const days = Array.from({ length: ROWS }, (_, n) =>
      new Date(AT.getTime() - n * 86_400_000).toISOString().slice(0, 10),
    )
    for (const some of inParts(days))
      await tx.insert(outcomes).values(
        some.map((day) => ({
          ...{ org, version: version!.id, node: node!.id, day, arm: 'offered' as const },
          ...{ project: '', successes: 1, failures: 0 },
        })),
      )
  })
  return Math.round(((await sizeOf('outcomes')) - empty) / ROWS)
}

function* inParts<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < all.length; i += 500) yield all.slice(i, i + 500)
}

/** Of this process and of all processes of Postgres, in ms. */
function processorMs(): { readonly own: number; readonly postgres: number } {
  const { user, system } = process.cpuUsage()
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      if (stat.includes('(postgres)'))
        ticks += stat
          .split(') ')[1]!
          .split(' ')
          .slice(11, 13)
          .reduce((a, b) => a + Number(b), 0)
    } catch {
      // It ended meanwhile.
    }
  return { own: (user + system) / 1_000, postgres: ticks * 10 }
}
