import { WaylandError } from './errors.ts'
import {
  isDraft,
  isDrafted,
  isReleased,
  isWithdrawn,
  type SkillOrigin,
  type SkillStatus,
  statusesThat,
} from './skill.ts'

export interface MoveOptions {
  /** Promotes a quarantined skill, or accepts a version, in spite of findings that block it. */
  readonly force?: boolean
  /** Id of the ledger entry whose version becomes the head again; for `rollback`. */
  readonly entry?: number
  /** Digest of the files that the person looked at: a skill whose files differ is not moved. */
  readonly digest?: string
  /** Numbers of the parts of the proposed version that are accepted; the others stay proposed; for `accept`. */
  readonly parts?: readonly number[]
  /**
   * The proposed version that the person looked at: another one is not accepted; for `accept`. The rejected version that is
   * to wait again; for `unreject`.
   */
  readonly of?: string
  /** For `restore`: which one comes back where the files of a skill differ from its version; the other is kept. */
  readonly use?: 'version' | 'files'
  /** It is offered in every project from now on; for `promote`, also of a skill that is in use. */
  readonly everywhere?: boolean
  /** The person's reason, recorded in the ledger. */
  readonly reason?: string
}

interface Rule {
  readonly from: readonly SkillStatus[]
  /** The status after the move; absent where the status stays, or depends on the files. */
  readonly to?: SkillStatus
  readonly past: string
}

const DRAFTS = statusesThat(isDraft)
const LIVE = [...DRAFTS, ...statusesThat(isReleased)]

/** What a person can do with a skill: from which statuses, to which. */
const RULES = {
  promote: { from: DRAFTS, to: 'active', past: 'promoted' },
  archive: { from: [...DRAFTS, 'active', 'quarantined'], to: 'archived', past: 'archived' },
  pin: { from: ['active'], to: 'pinned', past: 'pinned' },
  unpin: { from: ['pinned'], to: 'active', past: 'unpinned' },
  revoke: { from: [...LIVE, 'archived', 'quarantined'], to: 'revoked', past: 'revoked' },
  restore: { from: statusesThat(isWithdrawn), to: 'staged', past: 'restored' },
  rollback: { from: [...LIVE, 'quarantined'], past: 'rolled back' },
  accept: { from: LIVE, past: 'brought to the version that waited' },
  reject: { from: [...LIVE, 'archived', 'quarantined'], past: 'kept without the version that waited' },
  unreject: { from: [...LIVE, 'archived', 'quarantined'], past: 'given a rejected version to decide on again' },
  keep: { from: [...LIVE, 'quarantined'], past: 'kept' },
  unkeep: { from: [...LIVE, 'quarantined'], past: 'kept no longer' },
} as const satisfies Readonly<Record<string, Rule>>
export type Move = keyof typeof RULES
export const MOVES = Object.keys(RULES) as readonly Move[]

/** The move of a name, as a form has it. */
export const moveNamed = (name: string): Move | undefined => MOVES.find((move) => move === name)

/** The status after a move. Throws `illegal_move` with the reason why the skill cannot make it. */
export function statusAfter(
  move: Move,
  skill: { readonly name: string; readonly status: SkillStatus },
  { force = false, everywhere = false }: MoveOptions = {},
): SkillStatus {
  const { from, to, past }: Rule = RULES[move]
  const widened = everywhere && move === 'promote' && isReleased(skill)
  if (widened) return skill.status
  const forced = force && move === 'promote' && skill.status === 'quarantined'
  // Accepting a version of a watching draft ends the wait for evidence; a rollback of a quarantined skill replaces the
  // files for which it was quarantined.
  const isNew =
    (move === 'accept' && skill.status === 'watching') || (move === 'rollback' && skill.status === 'quarantined')
  const stays = isNew ? 'staged' : skill.status
  if (from.includes(skill.status) || forced) return to ?? stays
  const hint =
    move === 'promote' && skill.status === 'quarantined'
      ? { hint: 'Read its findings with "wayland-core show", then add --force if you want it all the same.' }
      : move === 'archive' && skill.status === 'pinned'
        ? { hint: `Unpin it first: wayland-core skills set ${skill.name} active` }
        : {}
  throw new WaylandError(
    'illegal_move',
    `cannot ${move} "${skill.name}": it is ${skill.status}, and only ${listed(from)} skills can be ${past}`,
    hint,
  )
}

export const pastOf = (move: Move): string => RULES[move].past

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

/**
 * The status of a restored skill, by the newest ledger line that withdrew it: a person's own is what it was, a draft is
 * quarantined or watching again if it was so.
 */
export function statusOnReturn(
  status: SkillStatus,
  origin: SkillOrigin,
  lines: readonly { readonly fromStatus: SkillStatus | null; readonly toStatus: SkillStatus | null }[],
): SkillStatus {
  const went = lines.findLast(({ fromStatus }) => fromStatus !== null && !WITHDRAWN.includes(fromStatus))
  if (went === undefined || !WITHDRAWN.includes(went.toStatus ?? status)) return status
  return (isDrafted(origin) ? heldBack(went.fromStatus) : went.fromStatus) ?? status
}

/** The status itself if it keeps a draft from models (quarantined, watching); otherwise undefined. */
export const heldBack = (status: SkillStatus | null): SkillStatus | undefined =>
  status === 'quarantined' || status === 'watching' ? status : undefined

const WITHDRAWN = statusesThat(isWithdrawn)

/** Status and head of a skill, as its ledger gives them. */
export interface LedgerState {
  readonly status: SkillStatus
  /** Id of the version that the folder should hold. */
  readonly head: string
}

const HEADING: readonly string[] = ['draft', 'split', 'found', 'edit', 'promote', 'accept', 'rollback', 'restore']

/** Whether a skill was split off from another one, by its first ledger line; `lines` are the oldest first. */
export const isSplitOff = (lines: readonly { readonly move: string }[]): boolean => lines[0]?.move === SPLIT

/** The move of a split-off skill's first ledger line. */
export const SPLIT = 'split'

/** Whether the version on a ledger line of this move became the head. */
export const isHeading = (move: string): boolean => HEADING.includes(move)

/** Moves whose ledger line says that a person reviewed the version on it. */
export const GRANTS: readonly string[] = ['promote', 'accept']

/** Whether a ledger line of this move says that a person reviewed the version on it. */
export const isGrant = (move: string): boolean => GRANTS.includes(move)

/**
 * Replays ledger lines, oldest first, into status and head of each skill: every state can be derived from the ledger
 * alone. Lines that come in portions are replayed upon what the earlier ones made.
 */
export function replay(
  lines: Iterable<{
    readonly skillName: string
    readonly move: string
    readonly toStatus: SkillStatus | null
    readonly versionId: string | null
  }>,
  standing = new Map<string, LedgerState>(),
): Map<string, LedgerState> {
  for (const { skillName, move, toStatus, versionId } of lines) {
    const before = standing.get(skillName)
    const head = versionId !== null && isHeading(move) ? versionId : before?.head
    if (toStatus !== null && head !== undefined) standing.set(skillName, { status: toStatus, head })
  }
  return standing
}

/** A ledger line, as far as undoing it needs it. */
export interface DoneMove {
  readonly id: number
  readonly move: string
  readonly fromStatus: SkillStatus | null
  readonly toStatus: SkillStatus | null
  readonly versionId: string | null
}

interface UndoStep {
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
  const opposite = OPPOSITE[done.move]
  if (opposite !== undefined) return [{ move: opposite }]
  switch (done.move) {
    case 'promote':
      // Restored, a draft waits again, and is offered: what was held back from models before is only put away.
      return from === 'staged' ? [{ move: 'archive' }, { move: 'restore' }] : [{ move: 'archive' }]
    case 'archive':
    case 'revoke':
      return [{ move: 'restore' }, ...back]
    case 'restore':
      return [{ move: from === 'revoked' ? 'revoke' : 'archive' }]
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

/** The moves that are taken back by one other, whatever was before. */
const OPPOSITE: Readonly<Record<string, Move | undefined>> = {
  ...{ pin: 'unpin', unpin: 'pin', keep: 'unkeep', unkeep: 'keep', reject: 'unreject', unreject: 'reject' },
}

/** From the status of a restored skill, staged, to the one that it had. */
const RETURN: Readonly<Partial<Record<SkillStatus, readonly UndoStep[]>>> = {
  active: [{ move: 'promote', for: 'active' }],
  pinned: [
    { move: 'promote', for: 'active' },
    { move: 'pin', for: 'pinned' },
  ],
}

/** The unique key of a ledger line, the same in every database and file that holds the line. */
export const ledgerKey = ({ at, skillId, move, versionId, toStatus }: LedgerLine): string =>
  [at, skillId, move, versionId, toStatus].join('/')

interface LedgerLine {
  readonly at: number
  readonly skillId: string | null
  readonly move: string
  readonly versionId: string | null
  readonly toStatus: string | null
}
