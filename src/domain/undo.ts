import { isGrant, isHeading, type Move, type MoveOptions } from './lifecycle.ts'
import type { SkillStatus } from './skill.ts'

/** A ledger line, as far as undoing it needs it. */
export interface DoneMove {
  readonly id: number
  readonly move: string
  readonly fromStatus: SkillStatus | null
  readonly toStatus: SkillStatus | null
  readonly versionId: string | null
}

/** One move of an undo. */
export interface UndoStep {
  readonly move: Move
  readonly options?: MoveOptions
  /** The status that the step is for: a skill that has it already does without the step. */
  readonly for?: SkillStatus
}

/**
 * The moves that take back a move of a skill, from its ledger lines, oldest first; or why it cannot be taken back: after it
 * neither status nor text may have changed. Nothing is deleted from the ledger: undoing is moving again.
 */
export function undoOf(lines: readonly DoneMove[], entry: number): readonly UndoStep[] | { readonly why: string } {
  const done = lines.find(({ id }) => id === entry)
  const isSame = ({ move, toStatus, versionId }: DoneMove) =>
    (toStatus === null || toStatus === done?.toStatus) && (versionId === null || !isHeading(move))
  if (done === undefined || !lines.filter(({ id }) => id > entry).every(isSame))
    return { why: 'something else was done with the skill since' }
  const from = done.fromStatus
  const back: readonly UndoStep[] = from === null ? [] : (RETURN[from] ?? [])
  switch (done.move) {
    case 'promote':
      // Restored, a draft waits again, and is offered: what was held back from models before is only put away.
      return from === 'staged' ? [{ move: 'archive' }, { move: 'restore' }] : [{ move: 'archive' }]
    case 'archive':
    case 'revoke':
      return [{ move: 'restore' }, ...back]
    case 'pin':
      return [{ move: 'unpin' }]
    case 'unpin':
      return [{ move: 'pin' }]
    case 'restore':
      return [{ move: from === 'revoked' ? 'revoke' : 'archive' }]
    case 'keep':
      return [{ move: 'unkeep' }]
    case 'unkeep':
      return [{ move: 'keep' }]
    case 'reject':
      return [{ move: 'unreject' }]
    case 'unreject':
      return [{ move: 'reject' }]
    case 'accept':
    case 'rollback':
    case 'edit': {
      const before = lines.findLast(({ id, move, versionId }) => id < entry && versionId !== null && isHeading(move))
      if (before === undefined) return { why: 'there is no earlier version to go back to' }
      // A person approved these bytes: they are in use again where they were.
      const wasGranted = lines.some(({ move, versionId }) => versionId === before.versionId && isGrant(move))
      const again = wasGranted && from !== done.toStatus ? back : []
      return [{ move: 'rollback', options: { entry: before.id } }, ...again]
    }
    default:
      return { why: `"${done.move}" cannot be taken back` }
  }
}

/** From the status of a restored skill, staged, to the one that it had. */
const RETURN: Readonly<Partial<Record<SkillStatus, readonly UndoStep[]>>> = {
  active: [{ move: 'promote', for: 'active' }],
  pinned: [
    { move: 'promote', for: 'active' },
    { move: 'pin', for: 'pinned' },
  ],
}
