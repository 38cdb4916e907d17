import { and, asc, count, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import type { Transaction } from '../database.ts'
import { orgs, people, reviews, skills, versions } from '../schema.ts'
import type { statusMessage } from '../wire.ts'
import { accessOf, type Caller, everybody } from './people.ts'

/** Who and what is in an org. */
export async function orgStatus(
  tx: Transaction,
  { person, role }: Pick<Caller, 'person' | 'role'>,
): Promise<z.infer<typeof statusMessage>> {
  const [org] = await tx.select({ name: orgs.name, personal: orgs.personal }).from(orgs)
  const [waiting] = await tx
    .select({ count: count() })
    .from(versions)
    .leftJoin(reviews, and(eq(reviews.org, versions.org), eq(reviews.version, versions.id)))
    .where(isNull(reviews.version))
  const published = await tx
    .select({ name: skills.name, version: versions.number, author: people.name })
    .from(skills)
    .innerJoin(versions, and(eq(versions.org, skills.org), eq(versions.id, skills.current)))
    .innerJoin(people, and(eq(people.org, versions.org), eq(people.id, versions.author)))
    .orderBy(asc(skills.name))
  const access = await accessOf(tx, role === 'admin' ? undefined : person)
  return {
    ...{ org: org?.name ?? '', personal: org?.personal === true },
    ...{ people: await everybody(tx), skills: published, waiting: waiting?.count ?? 0 },
    access: access.map(({ id, kind, name, person: of, usedAt }) => ({
      ...{ id, name, person: of, kind: kind === 'program' ? ('program' as const) : ('machine' as const) },
      usedAt: usedAt?.toISOString() ?? null,
    })),
  }
}
