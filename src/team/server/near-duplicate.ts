import { and, eq } from 'drizzle-orm'
import type { Transaction } from '../database.ts'
import { skills, versions } from '../schema.ts'

/** Share of words that two descriptions have in common from which on the newcomer is asked about it. */
const LEAST = 0.7

/** A published skill with the same text, or with nearly the same description; undefined where there is none. */
export async function nearDuplicate(
  tx: Transaction,
  { digest, description }: { readonly digest: string; readonly description: string },
): Promise<{ readonly name: string; readonly why: string } | undefined> {
  const all = await tx
    .select({ name: skills.name, digest: versions.digest, description: versions.description })
    .from(skills)
    .innerJoin(versions, and(eq(versions.org, skills.org), eq(versions.id, skills.current)))
  const same = all.find((one) => one.digest === digest)
  if (same !== undefined) return { name: same.name, why: 'has exactly this text' }
  const own = wordsOf(description)
  const near = all.find((one) => shared(own, wordsOf(one.description)) >= LEAST)
  return near && { name: near.name, why: `says nearly the same: ${near.description}` }
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu))

/** Jaccard similarity, 0 to 1. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0
  for (const word of one) if (other.has(word)) both++
  return both === 0 ? 0 : both / (one.size + other.size - both)
}
