import { is, sql } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { faultCode, insistOnPlainRights, type Transaction } from '../../src/team/database.ts'
import * as schema from '../../src/team/schema.ts'
import { databasesOn, ENGINES } from './databases.ts'
import { OF, rowsOf } from './rows.ts'

const { mine, other } = OF
const TABLES = Object.values(schema).filter((one) => is(one, PgTable))
const NAMED = TABLES.map((table) => [getTableConfig(table).name, table] as const)

describe.each(ENGINES)('the tables of a team on %s', (engine) => {
  const databases = databasesOn(engine)
  beforeAll(async () => {
    for (const org of [mine, other])
      await databases.owner.asOwner(async (tx) => {
        for (const [table, row] of rowsOf(org)) await tx.insert(table).values(row)
      })
  })

  const asMine = async <T>(work: (tx: Transaction) => Promise<T>) => await databases.server.within(mine, work)
  const codeOf = async (work: (tx: Transaction) => Promise<unknown>) =>
    await asMine(work).then(() => undefined, faultCode)

  it('have row-level security and a policy each, and none more is in the schema', async () => {
    const found = await databases.owner.asOwner(
      async (tx) =>
        await tx
          .select({ name: sql<string>`relname` })
          .from(sql`pg_class c join pg_policy p on p.polrelid = c.oid`)
          .where(sql`relrowsecurity and relnamespace = 'public'::regnamespace and relkind = 'r'`),
    )
    expect(found.map(({ name }) => name).sort()).toEqual(NAMED.map(([name]) => name).sort())
    expect(NAMED).toHaveLength(12)
  })

  describe.each(NAMED)('%s', (name, table) => {
    const key = sql.identifier(name === 'orgs' ? 'id' : 'org')
    const theirs = () => rowsOf(other).find(([one]) => one === table)![1]

    it('shows the rows of the own org alone', async () => {
      const own = rowsOf(mine).filter(([one]) => one === table).length
      expect(await asMine(async (tx) => await tx.select().from(table))).toHaveLength(own)
      expect(await asMine(async (tx) => await tx.select().from(table).where(sql`${key} = ${other}`))).toEqual([])
      expect(await databases.owner.asOwner(async (tx) => await tx.select().from(table))).toHaveLength(2 * own)
    })

    it('shows nothing where no org is set', async () => {
      const seen = await databases.server.asOwner(async (tx) => {
        await tx.execute(sql`set local role wayland_team`)
        return await tx.select().from(table)
      })
      expect(seen).toEqual([])
    })

    it('takes no row for another org', async () =>
      expect(await codeOf(async (tx) => await tx.insert(table).values(theirs()))).toBe('42501'))

    it('moves no row to another org or from it', async () =>
      expect(await codeOf(async (tx) => await tx.execute(sql`update ${table} set ${key} = ${mine}`))).toBe('42501'))

    it('loses no row', async () => {
      // Sums of one's own that are long ago are added up, and their rows go.
      const may = table === schema.outcomes ? undefined : '42501'
      expect(await codeOf(async (tx) => await tx.execute(sql`delete from ${table} where ${key} = ${other}`))).toBe(may)
      const left = await databases.owner.asOwner(
        async (tx) => await tx.select().from(table).where(sql`${key} = ${other}`),
      )
      expect(left.length).toBeGreaterThan(0)
    })
  })

  it.each([
    ['heads', sql`change = 99`],
    ['tokens', sql`revoked_at = now()`],
    ['projects', sql`name = 'x'`],
    ['skills', sql`current = null`],
    ['outcomes', sql`successes = 99`],
    ['recurrences', sql`count = 99`],
  ])('a change of %s leaves the rows of another org as they are', async (name, change) => {
    const table = NAMED.find(([one]) => one === name)![1]
    const read = async () =>
      await databases.owner.asOwner(async (tx) => await tx.select().from(table).where(sql`org = ${other}`))
    const before = await read()
    await asMine(async (tx) => await tx.execute(sql`update ${table} set ${change}`))
    await asMine(async (tx) => await tx.execute(sql`update ${table} set ${change} where org = ${other}`))
    expect(await read()).toEqual(before)
  })

  it.each(['tokens', 'versions', 'reviews', 'outcomes', 'recurrences'])(
    'a row of %s cannot name what belongs to another org',
    async (name) => {
      const [table, row] = rowsOf(other).find(([one]) => getTableConfig(one).name === name)!
      expect(await codeOf(async (tx) => await tx.insert(table).values({ ...row, org: mine }))).toBe('23503')
    },
  )

  it.each(['versions', 'reviews', 'changes', 'ledger', 'orgs', 'people'])(
    'a row of %s cannot be changed',
    async (name) => {
      const table = NAMED.find(([one]) => one === name)![1]
      const column = sql.identifier(getTableConfig(table).columns.at(-1)!.name)
      expect(await codeOf(async (tx) => await tx.execute(sql`update ${table} set ${column} = null`))).toBe('42501')
    },
  )

  it('the database refuses a review by the author, and the approval of what a safety rule blocks', async () => {
    const review = rowsOf(mine).find(([one]) => one === schema.reviews)![1] as typeof schema.reviews.$inferInsert
    const again = async (given: Partial<typeof review>) =>
      await databases.owner
        .asOwner(async (tx) => {
          await tx.delete(schema.reviews).where(sql`org = ${mine}`)
          await tx.insert(schema.reviews).values({ ...review, ...given })
          throw new Error('taken')
        })
        .catch((error: Error) => faultCode(error) ?? error.message)
    expect(await again({})).toBe('taken')
    expect(await again({ reviewer: review.author })).toBe('23514')
    // Nor by a lie about the version: the review must repeat what is said of it.
    expect(await again({ reviewer: review.author, personal: true })).toBe('23503')
    expect(await again({ blocked: true })).toBe('23514')
  })

  it('the role of the server has no way around this', async () => {
    const [role] = await databases.owner.asOwner(
      async (tx) =>
        await tx
          .select({ super: sql`rolsuper`, bypass: sql`rolbypassrls`, login: sql`rolcanlogin` })
          .from(sql`pg_roles`)
          .where(sql`rolname = 'wayland_team'`),
    )
    expect(role).toEqual({ super: false, bypass: false, login: false })
    await expect(insistOnPlainRights(databases.server)).resolves.toBeUndefined()
    if (engine === 'postgres') await expect(insistOnPlainRights(databases.owner)).rejects.toThrow('row-level security')
  })
})
