import { and, asc, countDistinct, desc, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { anytimeDifference, rateOf } from '../../domain/lift/interval.ts'
import type { Transaction } from '../database.ts'
import { outcomes, projects, recurrences, skills, tokens, versions } from '../schema.ts'
import type { outcomesMessage, recurrencesMessage, useMessage, worthMessage } from '../wire.ts'
import type { Caller } from './people.ts'

/** What is shown of people, and what is told to many, takes at least so many of them. */
const FEWEST = 3

/** Weeks of use that are told, and of which days are kept apart. */
const WEEKS = 12
const WEEK_MS = 7 * 86_400_000
const weeksBefore = (when: Date): string => new Date(when.getTime() - WEEKS * WEEK_MS).toISOString().slice(0, 10)

/**
 * Keeps a node's sums of a day. Sums only grow, and the larger one stays: what is repeated or comes late counts once. Versions
 * that the org does not have are passed over. What the node told long ago of the same versions is added up in one row.
 */
export async function keepOutcomes(
  tx: Transaction,
  { org, node }: Caller,
  { outcomes: sent }: z.infer<typeof outcomesMessage>,
  now: Date,
): Promise<void> {
  const ids = [...new Set(sent.map(({ version }) => version))]
  const known =
    ids.length === 0 ? [] : await tx.select({ id: versions.id }).from(versions).where(inArray(versions.id, ids))
  const has = new Set(known.map(({ id }) => id))
  const rows = new Map<string, typeof outcomes.$inferInsert>()
  for (const one of sent)
    if (has.has(one.version)) rows.set([one.version, one.day, one.arm, one.project].join(' '), { org, node, ...one })
  if (rows.size === 0) return
  await tx
    .insert(outcomes)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [outcomes.org, outcomes.version, outcomes.node, outcomes.day, outcomes.arm, outcomes.project],
      set: {
        successes: sql`greatest(${outcomes.successes}, excluded.successes)`,
        failures: sql`greatest(${outcomes.failures}, excluded.failures)`,
      },
    })
  // A node tells again what it told in the last days by its clock, which may be wrong: weeks before that it is final.
  const first = [...rows.values()].reduce((least, { day }) => (day < least ? day : least), '9999-12-31')
  const before = [weeksBefore(new Date(first)), weeksBefore(now)].sort()[0] ?? ''
  await fold(tx, { org, node, versions: [...has], before })
}

/** Adds the sums of a node's days before one into one row a version and arm, whose day is empty. */
async function fold(
  tx: Transaction,
  old: { readonly org: string; readonly node: string; readonly versions: readonly string[]; readonly before: string },
): Promise<void> {
  const those = and(
    ...[eq(outcomes.org, old.org), eq(outcomes.node, old.node), inArray(outcomes.version, [...old.versions])],
    ...[gt(outcomes.day, ''), lt(outcomes.day, old.before)],
  )
  await tx.execute(sql`with old as (delete from ${outcomes} where ${those} returning *)
    insert into ${outcomes} (org, version, node, day, arm, project, successes, failures)
    select org, version, node, '', arm, '', sum(successes), sum(failures) from old group by org, version, node, arm
    on conflict (org, version, node, day, arm, project) do update
    set successes = ${outcomes.successes} + excluded.successes, failures = ${outcomes.failures} + excluded.failures`)
}

/** What the published skills are worth, over all nodes; of those that fewer than three people used only how many did. */
export async function worth(tx: Transaction): Promise<z.infer<typeof worthMessage>> {
  const rows = await tx
    .select({
      ...{
        skill: skills.name,
        version: outcomes.version,
        node: outcomes.node,
        person: tokens.person,
        arm: outcomes.arm,
      },
      successes: sql<number>`sum(${outcomes.successes})::float8`,
      failures: sql<number>`sum(${outcomes.failures})::float8`,
    })
    .from(outcomes)
    .innerJoin(skills, and(eq(skills.org, outcomes.org), eq(skills.current, outcomes.version)))
    .innerJoin(tokens, and(eq(tokens.org, outcomes.org), eq(tokens.id, outcomes.node)))
    .groupBy(skills.name, outcomes.version, outcomes.node, tokens.person, outcomes.arm)
  const bySkill = groupedBy(rows, ({ skill }) => skill)
  return {
    skills: [...bySkill].map(([skill, of]) => {
      const people = new Set(of.map(({ person }) => person)).size
      return { skill, version: of[0]!.version, people, worth: people < FEWEST ? null : worthOf(of) }
    }),
  }
}

/** Tasks of the last weeks in which a skill was offered, by week and project, where at least three people had one. */
export async function use(tx: Transaction, now: Date): Promise<z.infer<typeof useMessage>> {
  const week = sql<string>`to_char(date_trunc('week', ${outcomes.day}::date), 'YYYY-MM-DD')`
  const persons = countDistinct(tokens.person)
  const rows = await tx
    .select({
      ...{ week, project: projects.name, people: persons },
      offered: sql<number>`sum(${outcomes.successes} + ${outcomes.failures})::float8`,
      succeeded: sql<number>`sum(${outcomes.successes})::float8`,
    })
    .from(outcomes)
    .innerJoin(tokens, and(eq(tokens.org, outcomes.org), eq(tokens.id, outcomes.node)))
    .leftJoin(projects, and(eq(projects.org, outcomes.org), eq(projects.id, outcomes.project)))
    .where(and(eq(outcomes.arm, 'offered'), gte(outcomes.day, weeksBefore(now))))
    .groupBy(week, projects.id, projects.name)
    .having(gte(persons, FEWEST))
    .orderBy(desc(week), asc(projects.name))
  return { weeks: rows }
}

function groupedBy<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

interface ArmRow {
  readonly node: string
  readonly arm: 'offered' | 'withheld'
  readonly successes: number
  readonly failures: number
}

/**
 * The difference of success with and without a skill: within each node, weighted by how much the node can tell (Mantel and
 * Haenszel 1959), so that a node with many successes of its own is not taken for the skill's doing. The interval is that of the
 * sums, valid at all times.
 */
function worthOf(rows: readonly ArmRow[]) {
  const arm = (of: readonly ArmRow[], name: ArmRow['arm']) => {
    const some = of.filter((row) => row.arm === name)
    const successes = some.reduce((sum, row) => sum + row.successes, 0)
    return { successes, failures: some.reduce((sum, row) => sum + row.failures, 0) }
  }
  const size = ({ successes, failures }: { successes: number; failures: number }) => successes + failures
  let [sum, weights] = [0, 0]
  for (const of of groupedBy(rows, ({ node }) => node).values()) {
    const [with_, without] = [arm(of, 'offered'), arm(of, 'withheld')]
    const weight = size(with_) * size(without) === 0 ? 0 : (size(with_) * size(without)) / (size(with_) + size(without))
    sum += weight * (rateOf(with_) - rateOf(without))
    weights += weight
  }
  const [with_, without] = [arm(rows, 'offered'), arm(rows, 'withheld')]
  const { low, high } = anytimeDifference(with_, without)
  const lift = weights === 0 ? 0 : sum / weights
  return { offered: size(with_), withheld: size(without), lift, low, high, harms: high < 0 }
}

/** Keeps a node's counts of a week, and tells which of the kinds at least three people have. */
export async function keepRecurrences(
  tx: Transaction,
  { org, node }: Caller,
  { recurrences: sent }: z.infer<typeof recurrencesMessage>,
): Promise<readonly { readonly hash: string; readonly people: number }[]> {
  if (sent.length === 0) return []
  const rows = new Map(sent.map((one) => [`${one.hash} ${one.week}`, { org, node, ...one }]))
  await tx
    .insert(recurrences)
    .values([...rows.values()])
    .onConflictDoUpdate({
      target: [recurrences.org, recurrences.hash, recurrences.node, recurrences.week],
      set: { count: sql`greatest(${recurrences.count}, excluded.count)` },
    })
  const people = countDistinct(tokens.person)
  return await tx
    .select({ hash: recurrences.hash, people })
    .from(recurrences)
    .innerJoin(tokens, and(eq(tokens.org, recurrences.org), eq(tokens.id, recurrences.node)))
    .where(inArray(recurrences.hash, [...new Set(sent.map(({ hash }) => hash))]))
    .groupBy(recurrences.hash)
    .having(gte(people, FEWEST))
}
