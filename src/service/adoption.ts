import type { Tell } from '../domain/event.ts'
import { needsReviewAfterEdit, statusOnReturn } from '../domain/lifecycle.ts'
import { parseSkillMd } from '../domain/skill-md.ts'
import { FIRST_VERSION, newestVersion, nextVersion } from '../domain/version.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { LedgerEntry, SkillRecord, VersionRecord } from '../store/skill-records.ts'
import type { Store } from '../store/store.ts'
import type { Clock } from './clock.ts'

/** What a person does in the skills folder by hand, taken into the rows: nothing there is ever written over. */
export interface Adoption {
  /** Whether a row and its folder agree, by a look at the stamp alone. */
  isSettled(row: SkillRecord, stamp: string | undefined): boolean
  /** Whether a folder was found to be no valid skill, and is unchanged since. */
  isRefused(name: string, stamp: string): boolean
  /** Takes in what a person did to a known skill's folder; `stamp` is absent when the folder is. Undefined: nothing changed. */
  reconcile(row: SkillRecord, stamp: string | undefined): Promise<SkillRecord | undefined>
  /** Takes in a folder that no row knows; undefined when it is no valid skill. */
  adopt(name: string, stamp: string): Promise<SkillRecord | undefined>
}

type Found = NonNullable<Awaited<ReturnType<SkillFolder['read']>>>

export function createAdoption(parts: {
  readonly store: Store
  readonly folder: SkillFolder
  readonly clock: Clock
  readonly tell: Tell
}): Adoption {
  const { store, folder, clock, tell } = parts
  /** Stamps of folders that are no valid skill, so that each fault is told once. */
  const refused = new Map<string, string>()

  /** What a person did to a known skill's folder becomes part of its row; undefined when nothing changed. */
  async function reconcile(row: SkillRecord, stamp: string | undefined): Promise<SkillRecord | undefined> {
    if (row.digest === null) return await unpublished(row, stamp)
    if (row.status === 'archived' || row.status === 'revoked')
      return stamp === undefined || isRefused(row.name, stamp) ? undefined : await returned(row, stamp)
    if (stamp === undefined) return await removed(row)
    if (stamp === row.stamp) return undefined
    const there = await readable(row.name, stamp)
    if (there === undefined) return undefined
    if (there.digest === row.digest) {
      await store.placed(row.id, there)
      return { ...row, stamp: there.stamp }
    }
    const head = (await store.versions(row.id)).find((v) => v.version === row.headVersion)
    // An interrupted publish that was done after all is no edit.
    return there.digest === head?.digest ? undefined : await edited(row, there)
  }

  /** Its publishing was interrupted, and whoever does it again finishes it, unless a person took the name meanwhile. */
  async function unpublished(row: SkillRecord, stamp: string | undefined): Promise<SkillRecord | undefined> {
    const there = stamp === undefined ? undefined : await readable(row.name, stamp)
    if (there === undefined) return undefined
    const written = (await store.versions(row.id)).some(({ digest }) => digest === there.digest)
    return written ? undefined : await replaced(row, there)
  }

  async function removed(row: SkillRecord): Promise<SkillRecord | undefined> {
    const after: SkillRecord = { ...row, status: 'archived', stamp: '' }
    const ledger = line(after, 'archive', row, 'its folder was removed')
    return (await store.apply({ skill: after, expect: row, ledger })) ? after : undefined
  }

  /** Bytes that a person put where a withdrawn skill lay: its own come back for review, others are a person's skill. */
  async function returned(row: SkillRecord, stamp: string): Promise<SkillRecord | undefined> {
    const there = await readable(row.name, stamp)
    // Still on its way out: the move of the folder is finished by whoever began it, or by the next start.
    if (there === undefined || (there.digest === row.digest && row.stamp !== '')) return undefined
    if (row.status === 'revoked' && (await wasRevoked(row, there))) {
      if (refused.get(row.name) !== stamp)
        tell({
          kind: 'warning',
          what: `${there.path} is not offered: it was revoked, and is back; see --skills-restore and --skills-govern`,
        })
      refused.set(row.name, stamp)
      return undefined
    }
    if (there.digest === row.digest && row.status === 'archived') {
      const after: SkillRecord = {
        ...row,
        status: statusOnReturn('staged', await store.ledger(row.name)),
        needsReview: row.origin === 'auto',
        path: there.path,
        stamp: there.stamp,
      }
      const ledger = line(after, 'restore', row, 'its folder was put back')
      return (await store.apply({ skill: after, expect: row, ledger })) ? after : undefined
    }
    return await replaced(row, there)
  }

  /** A person's skill where ours was or was to be. */
  async function replaced(row: SkillRecord, there: Found): Promise<SkillRecord | undefined> {
    const claims = awaitsReview(there.files.get('manifest.json'))
    const status = claims ? 'staged' : 'active'
    const theirs = {
      origin: 'person' as const,
      signature: null,
      triggers: [],
      evidenceCount: 0,
      status,
      needsReview: claims,
    } as const
    return await takeIn(row, there, theirs, 'found', 'a person made a skill of this name')
  }

  /** Whether these are bytes that the revocation was about: what a tool puts back is no new skill. */
  const wasRevoked = async (row: SkillRecord, { digest }: Found): Promise<boolean> =>
    digest === row.digest || (await store.versions(row.id)).some((version) => version.digest === digest)

  /** A grant names bytes: other bytes need review again, and an edited draft is its editor's. */
  async function edited(row: SkillRecord, there: Found): Promise<SkillRecord | undefined> {
    if (!needsReviewAfterEdit(row.origin) || row.status === 'quarantined')
      return await takeIn(row, there, {}, 'edit', 'edited on disk')
    const reviewed = row.status === 'active' || row.status === 'pinned'
    const reason = reviewed ? 'edited on disk since it was reviewed' : 'edited on disk'
    return await takeIn(row, there, { status: 'staged', needsReview: true }, 'edit', reason)
  }

  /** Bytes found on disk become the head, as a version by the person. */
  async function takeIn(
    row: SkillRecord,
    there: Found,
    standing: Partial<SkillRecord>,
    move: 'edit' | 'found',
    reason: string,
  ): Promise<SkillRecord | undefined> {
    const versions = await store.versions(row.id)
    const number = nextVersion(newestVersion(versions.map((v) => v.version)) ?? FIRST_VERSION)
    const parent = versions.find((v) => v.version === row.headVersion)?.id ?? null
    const version = { ...newVersion(row.id, there, reason, number, parent), files: there.files }
    const { path, digest, stamp } = there
    const text = (await textOf(row.name, there)) ?? UNREADABLE
    const after = { ...row, ...text, ...standing, path, digest, stamp, headVersion: number }
    const ledger = { ...line(after, move, row, reason), versionId: version.id }
    const done = await store.apply({ skill: after, expect: row, version, ledger, newcomer: move === 'found' })
    return done ? after : undefined
  }

  /** A folder that no row knows is a person's, whatever it claims; one that claims to await review is not active. */
  async function adopt(name: string, stamp: string): Promise<SkillRecord | undefined> {
    if (refused.get(name) === stamp) return undefined
    const there = await readable(name, stamp)
    const text = there === undefined ? undefined : await textOf(name, there)
    if (there === undefined || text === undefined) {
      refused.set(name, stamp)
      return undefined
    }
    const claims = awaitsReview(there.files.get('manifest.json'))
    const id = clock.newId()
    const version = newVersion(id, there, 'found in the skills folder', FIRST_VERSION, null)
    const skill: SkillRecord = {
      id,
      name,
      origin: 'person',
      status: claims ? 'staged' : 'active',
      signature: null,
      ...text,
      triggers: [],
      path: there.path,
      needsReview: claims,
      evidenceCount: 0,
      headVersion: FIRST_VERSION,
      digest: there.digest,
      stamp: there.stamp,
      createdAt: clock.now().getTime(),
    }
    const ledger = { ...line(skill, 'found', null, version.reason), versionId: version.id }
    const done = await store.apply({ skill, expect: 'absent', version: { ...version, files: there.files }, ledger })
    return done ? skill : undefined
  }

  function newVersion(
    skillId: string,
    there: Found,
    reason: string,
    version: string,
    parentId: string | null,
  ): VersionRecord {
    return {
      id: clock.newId(),
      skillId,
      version,
      parentId,
      author: 'person',
      reason,
      state: 'accepted',
      digest: there.digest,
      evidence: [],
      triggerId: null,
      createdAt: clock.now().getTime(),
      baseId: null,
    }
  }

  async function readable(name: string, stamp: string): Promise<Found | undefined> {
    try {
      return await folder.read(name)
    } catch (error) {
      if (refused.get(name) !== stamp)
        tell({ kind: 'warning', what: `${folder.root}/${name} cannot be read`, cause: error })
      refused.set(name, stamp)
      return undefined
    }
  }

  async function textOf(name: string, there: Found): Promise<Pick<SkillRecord, 'description' | 'body'> | undefined> {
    try {
      const md = parseSkillMd(Buffer.from(there.files.get('SKILL.md') ?? []).toString('utf8'))
      if (md.name === name.normalize('NFKC')) return { description: md.description, body: md.body }
      tell({
        kind: 'warning',
        what: `${there.path} is not offered: its SKILL.md calls itself "${md.name}", not "${name}"`,
      })
    } catch (error) {
      tell({ kind: 'warning', what: `${there.path} is not offered`, cause: error })
    }
    return undefined
  }

  function line(after: SkillRecord, move: string, before: SkillRecord | null, reason: string): LedgerEntry {
    return {
      at: clock.now().getTime(),
      skillName: after.name,
      skillId: after.id,
      move,
      actor: 'person',
      fromStatus: before?.status ?? null,
      toStatus: after.status,
      versionId: null,
      reason,
    }
  }

  const isRefused = (name: string, stamp: string): boolean => refused.get(name) === stamp

  const isSettled = ({ name, status, digest, stamp: known }: SkillRecord, stamp: string | undefined): boolean =>
    status === 'archived' || status === 'revoked'
      ? stamp === undefined || isRefused(name, stamp)
      : stamp === (digest === null ? undefined : known)

  return { isSettled, isRefused, reconcile, adopt }
}

/** What a row says of a SKILL.md that an edit broke: it is kept as a version, and not offered until it is mended. */
const UNREADABLE = { description: '', body: '' } as const

/** A manifest that cannot be read, or says it in any other way than ours, fails closed: the skill awaits review. */
function awaitsReview(manifest: Uint8Array | undefined): boolean {
  if (manifest === undefined) return false
  try {
    const said = JSON.parse(Buffer.from(manifest).toString('utf8')) as Record<string, unknown>
    if (Array.isArray(said)) return true
    return (said.auto_drafted ?? false) !== false && said.needs_review !== false
  } catch {
    return true
  }
}
