import { WaylandError } from './errors.ts'
import type { SkillStatus } from './skill.ts'

/** What a person can do with a skill. */
export type Move = 'promote' | 'archive'

/** Legal moves: from which statuses, to which. */
const MOVES: Readonly<Record<Move, { readonly from: readonly SkillStatus[]; readonly to: SkillStatus }>> = {
  promote: { from: ['staged'], to: 'active' },
  archive: { from: ['staged', 'active'], to: 'archived' },
}

/** The status after a move. Throws `illegal_move` saying why the skill cannot make it. */
export function statusAfter(move: Move, skill: { readonly name: string; readonly status: SkillStatus }): SkillStatus {
  const { from, to } = MOVES[move]
  if (!from.includes(skill.status))
    throw new WaylandError(
      'illegal_move',
      `cannot ${move} "${skill.name}": it is ${skill.status}, and only ${from.join(' or ')} skills can be ${past(move)}`,
    )
  return to
}

const past = (move: Move): string => `${move}d`
