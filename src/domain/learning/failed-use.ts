import type { Refusal } from './gate.ts'
import type { AnchoredEdit } from './prompts/merge.ts'
import type { Claim } from './proposal.ts'
import type { SessionTurn } from './session.ts'

/** Names of the skills that were in use in runs that failed, in the order of the runs. */
export const failedSkills = (turns: readonly SessionTurn[]): readonly string[] => [
  ...new Set(turns.filter(isFailure).flatMap(({ trajectory }) => trajectory.pickedSkill ?? [])),
]

/**
 * Whether statements rest on a failed run with this skill, or on a later run of its session. What the person wishes from now
 * on is no lesson of a failure. `shown`: turns by their ids, `t1`, `t2`.
 */
export function restsOnFailure(
  name: string,
  claims: readonly Claim[],
  shown: ReadonlyMap<string, SessionTurn>,
): boolean {
  const failed = [...shown].filter(([, turn]) => isFailure(turn) && turn.trajectory.pickedSkill === name)
  if (failed.length === 0) return false
  const first = Math.min(...failed.map(([id]) => numberOf(id)))
  return claims.some(({ kind, cites }) => kind !== 'rules' && cites.some(({ turn }) => numberOf(turn) >= first))
}

/** Refuses more than one edit after a failed run: which of several helped could not be said. */
export const boundFault = (edits: readonly AnchoredEdit[]): Refusal | undefined =>
  edits.length > 1
    ? { rule: 'one edit', reason: `a failed run calls for one edit of the skill, and there are ${edits.length}` }
    : undefined

const isFailure = ({ trajectory }: SessionTurn): boolean => trajectory.outcome === 'failure'

/** 3 for `t3`. */
const numberOf = (id: string): number => Number(/^t(\d{1,9})$/.exec(id)?.[1] ?? Number.NaN)
