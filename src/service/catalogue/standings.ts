import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { isDrafted, isReleased, isWithdrawn } from '../../domain/skill.ts'
import { nextVersion } from '../../domain/version.ts'
import type { KeptSkill } from '../../store/ledger-file.ts'
import type { FolderState } from '../../store/read-skill-folder.ts'
import type { LedgerEntry, Rebuilt, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { rebuiltLine } from './ledger-mirror.ts'
import { textOf } from './reviewed-files.ts'

/** The row, version and perhaps ledger line of a skill that the file beside the skills tells of, for what lies there now. */
export function createStandings({ folder, clearance, clock }: Core<'folder' | 'clearance' | 'clock'>) {
  const read = async (name: string) => await folder.read(name).catch(() => undefined)

  async function standing(skill: KeptSkill): Promise<Rebuilt['skills'][number] & { readonly line?: LedgerEntry }> {
    if (isWithdrawn(skill)) return await withdrawn(skill)
    const there = await read(skill.name)
    if (there === undefined) {
      const line = rebuiltLine(skill, { move: 'archive', toStatus: 'archived', reason: GONE }, clock.now().getTime())
      return { ...(await withdrawn({ ...skill, status: 'archived' })), line }
    }
    const { held } = await clearance.verdictOf(there.files)
    if (there.digest !== skill.head.digest) return await edited(skill, there, held)
    if (skill.status === 'quarantined') await clearance.hold(there.files, 'it is quarantined by its ledger')
    if (held === undefined || skill.status === 'quarantined')
      return { skill: await row(skill, there), version: version(skill, there) }
    const line = rebuiltLine(
      skill,
      { move: 'quarantine', actor: 'auto', toStatus: 'quarantined', reason: held },
      clock.now().getTime(),
    )
    return { skill: await row({ ...skill, ...HELD }, there), version: version(skill, there), line }
  }

  /** The folder holds other bytes than those reviewed: the review does not apply to them. */
  async function edited(skill: KeptSkill, there: FolderState & { readonly path: string }, held: string | undefined) {
    const wasReviewed = isDrafted(skill.origin) && (skill.altered || isReleased(skill))
    const after: KeptSkill = {
      ...skill,
      ...(wasReviewed ? { status: 'staged', needsReview: true, altered: true } : {}),
      ...(held === undefined ? {} : HELD),
      head: {
        id: clock.newId(),
        version: nextVersion(skill.head.version),
        author: 'person',
        digest: there.digest,
      },
    }
    const more = { toStatus: after.status, versionId: after.head.id, reason: held ?? CHANGED }
    return {
      skill: await row(after, there),
      version: version(after, there),
      line: rebuiltLine(skill, more, clock.now().getTime()),
    }
  }

  /** Only paths inside the archive are accepted from the file: what lies at the path may be purged one day. */
  async function withdrawn(said: KeptSkill) {
    const place = folder.placeOfWithdrawn(said)
    const skill = { ...said, path: folder.isAway(place) ? place : folder.awayPath(said.name) }
    const kept = await folder.kept(skill.path).catch(() => 'nothing' as const)
    const whole = typeof kept === 'object' && kept.digest === skill.head.digest ? kept : undefined
    // Interrupted before its folder was moved away, which the publisher then does.
    const there = kept === 'nothing' && skill.status === 'revoked' ? await read(skill.name) : undefined
    if (there?.digest === skill.head.digest)
      return { skill: { ...(await row(skill, there)), path: skill.path }, version: version(skill, there) }
    return { skill: await row(skill, whole), version: version(skill, whole) }
  }

  async function row(
    { head, ...skill }: KeptSkill,
    there: (FolderState & { readonly path?: string }) | undefined,
  ): Promise<SkillRecord> {
    const record: SkillRecord = {
      ...skill,
      description: '',
      body: '',
      headVersion: head.version,
      path: there?.path ?? skill.path,
      digest: head.digest,
      stamp: there?.path === undefined ? '' : there.stamp,
      rules: there === undefined ? null : RULES_VERSION,
    }
    return there === undefined ? record : { ...record, ...textOf(there.files) }
  }

  const version = ({ id, head, createdAt }: KeptSkill, there: FolderState | undefined) =>
    ({
      ...head,
      skillId: id,
      parentId: null,
      reason: 'kept beside the skills',
      state: 'accepted' as const,
      evidence: [],
      triggerId: null,
      createdAt,
      baseId: null,
      files: there?.files ?? new Map(),
    }) satisfies VersionRecord & { readonly files: ReadonlyMap<string, Uint8Array> }

  return standing
}

const HELD = { status: 'quarantined', needsReview: true, altered: false } as const
const GONE = 'its folder was gone when the database was'
const CHANGED = 'edited on disk while its database was lost'
