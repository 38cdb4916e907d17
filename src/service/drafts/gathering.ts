import type { SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { NoMore } from './draft-decision.ts'

/**
 * Limit of turns that a version is drafted from, the latest: after three streaks of a changed way of working these are
 * most of them.
 */
const MAX_EVIDENCE = 12

/** The turns that a skill was drafted from, and those that stand for it now. */
export interface Gathered {
  readonly drafted: readonly string[]
  readonly latest: readonly string[]
}

export function gatheredIn(versions: readonly VersionRecord[]): Gathered {
  const all = versions.filter(({ state, evidence }) => state !== 'rejected' && evidence.length > 0)
  return {
    drafted: all.findLast(({ digest }) => digest !== '')?.evidence ?? [],
    latest: all.at(-1)?.evidence ?? [],
  }
}

/** The latest turns after a further streak. */
export const latestWith = ({ latest }: Gathered, turnIds: readonly string[]): readonly string[] =>
  [...latest.filter((id) => !turnIds.includes(id)), ...turnIds].slice(-MAX_EVIDENCE)

/** The turns after a further streak that no draft was made of; only those that still stand, where that is known. */
export function freshWith(
  { drafted, latest }: Gathered,
  turnIds: readonly string[],
  standing: readonly string[] = [...latest, ...turnIds],
): readonly string[] {
  const old = new Set(drafted.filter((id) => !turnIds.includes(id)))
  const there = new Set([...standing, ...turnIds])
  return [...new Set([...latest, ...turnIds])].filter((id) => !old.has(id) && there.has(id))
}

/**
 * Whether a further streak only gathers: a draft is made of each while there are few turns or they share too little, then
 * each time that all are new. It depends on the streaks alone, so that the skill is the same however they were read.
 */
export const onlyGathers = (
  gathered: Gathered,
  turnIds: readonly string[],
  { status }: Pick<SkillRecord, 'status'>,
): boolean =>
  status !== 'watching' &&
  gathered.latest.filter((id) => !turnIds.includes(id)).length >= MAX_EVIDENCE &&
  freshWith(gathered, turnIds).length < MAX_EVIDENCE

export const GATHERS: NoMore = { reason: 'its turns gather: a draft is made once all that it is drawn from are new' }
