import type { SkillLoop } from '../../app/skill-loop.ts'
import { keyed } from '../keys.ts'

/** Successes of one kind of request from which on it is told, as for a draft. */
const FEWEST = 3
const DAY_MS = 86_400_000

/**
 * The kinds of request that succeeded here at least three times, as hashes under the key of the team, and which hash is of which
 * signature.
 */
export async function recurringHere({ review }: Pick<SkillLoop, 'review'>, key: string, now: Date) {
  const skills = await review.skills()
  const kinds = skills.filter(
    (one): one is typeof one & { readonly signature: string } =>
      one.signature !== undefined && one.signature !== '' && one.evidenceCount >= FEWEST,
  )
  const week = new Date(now.getTime() - ((now.getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10)
  return {
    recurrences: kinds.map(({ signature, evidenceCount }) => ({
      hash: keyed(key, signature),
      week,
      count: evidenceCount,
    })),
    signatureOf: new Map(kinds.map(({ signature }) => [keyed(key, signature), signature])),
  }
}
