import { isGrant, statusOnReturn } from '../../domain/lifecycle.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { isDrafted, isReleased, isWithdrawn } from '../../domain/skill.ts'
import { FIRST_VERSION } from '../../domain/version.ts'
import type { LedgerEntry, SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import { looksAt } from '../drafts/vet-draft.ts'
import { awaitsReview, type Found, type FoundSkills, UNREADABLE } from '../offers/found-skills.ts'
import { isInPlace } from './last-full-look.ts'
import { ledgerLine, newVersion, numberAfter } from './records.ts'

/** Takes changes that a person made in the skills folder into rows; it never overwrites a file. */
export function createFolderEdits(parts: FolderEditsParts) {
  const { store, folder, reading, clock, clearance } = parts
  const looks = looksAt(store)
  const taking = createTakingIn(parts, reading)
  const { tellWithheld, line } = taking
  const standingOf = createStandingOf(parts)
  const { returned, unpublished } = createReturns({ ...parts, ...taking, standingOf })
  const edited = createEdited({ ...parts, ...taking })

  /** Takes a person's change of a skill's folder into its row; no `stamp` without the folder. Undefined: no change. */
  async function reconcile(row: SkillRecord, stamp: string | undefined): Promise<SkillRecord | undefined> {
    if (row.digest === null) return await unpublished(row, stamp)
    if (isWithdrawn(row)) {
      const here = await placedHere(row, row.digest)
      return (await comeBack(here, stamp)) ?? (here === row ? undefined : here)
    }
    if (stamp === undefined) return await removed(row)
    const isChecked = row.rules === RULES_VERSION
    if (isInPlace(row, folder) && stamp === row.stamp && isChecked) return undefined
    const there = await reading.read(row.name, stamp)
    if (there === undefined) return undefined
    if (there.digest === row.digest) {
      await store.placed(row.id, there)
      const same = { ...row, path: there.path, stamp: there.stamp }
      return isChecked ? same : await checkedAgain(same, there)
    }
    const head = (await store.versions(row.id)).find((v) => v.version === row.headVersion)
    // A publish that was interrupted after its last file is complete, and no edit.
    return there.digest === head?.digest ? undefined : await edited(row, there)
  }

  const comeBack = async (row: SkillRecord, stamp: string | undefined) =>
    stamp === undefined || reading.isRefused(row.name, stamp) ? undefined : await returned(row, stamp)

  /** A home that was moved or copied has its archive elsewhere, and the former one is not its own. */
  async function placedHere(row: SkillRecord, digest: string): Promise<SkillRecord> {
    const path = folder.placeOfWithdrawn(row)
    if (path === row.path) return row
    await store.placed(row.id, { path, digest, stamp: row.stamp ?? '' })
    return { ...row, path }
  }

  /** Scans bytes that these rules have not seen: what they block is quarantined, a draft that nobody looked at waits. */
  async function checkedAgain(row: SkillRecord, there: Found): Promise<SkillRecord> {
    const { held, findings } = await clearance.verdictOf(there.files)
    const seen = { ...row, rules: RULES_VERSION }
    const look = held === undefined ? await looks.again(row, there.files, findings) : undefined
    const isNew = held !== undefined && row.status !== 'quarantined'
    if (isNew || look !== undefined) {
      const standing = isNew ? ({ status: 'quarantined' } as const) : { altered: true, look }
      const after: SkillRecord = { ...seen, needsReview: true, ...standing }
      const why = held ?? `looked at by other safety rules than before: ${look}`
      const move = isNew ? 'quarantine' : 'edit'
      const ledger = line({ move, before: row, after, reason: why, actor: 'auto' })
      if (!(await store.apply({ skill: after, expect: row, ledger }))) return row
      if (isNew) tellWithheld(row, after, because('looked at by other safety rules than before', held))
      return after
    }
    if (row.status === 'quarantined') await clearance.hold(there.files, 'it is quarantined by its ledger')
    await store.checked(row.id, RULES_VERSION)
    return seen
  }

  async function removed(row: SkillRecord): Promise<SkillRecord | undefined> {
    const after: SkillRecord = { ...row, status: 'archived', stamp: '' }
    const ledger = line({ move: 'archive', before: row, after, reason: 'its folder was removed' })
    return (await store.apply({ skill: after, expect: row, ledger })) ? after : undefined
  }

  /**
   * Takes in a folder without a row; undefined when it is no valid skill. It is a person's, whatever its manifest says; if
   * that asks for review, it is not active.
   */
  async function adopt(name: string, stamp: string): Promise<SkillRecord | undefined> {
    if (reading.isRefused(name, stamp)) return undefined
    const there = await reading.read(name, stamp)
    const text = there === undefined ? undefined : reading.textOf(name, stamp, there)
    if (there === undefined || text === undefined) return undefined
    const { held, ...standing } = await standingOf(there)
    const id = clock.newId()
    const reason = because('found in the skills folder', held)
    const version = newVersion(clock, { skillId: id, version: FIRST_VERSION, reason, digest: there.digest })
    const skill: SkillRecord = {
      id,
      name,
      ...A_PERSONS,
      ...standing,
      ...text,
      path: there.path,
      headVersion: FIRST_VERSION,
      digest: there.digest,
      stamp: there.stamp,
      rules: RULES_VERSION,
      createdAt: clock.now().getTime(),
    }
    const ledger = line({ move: 'found', after: skill, reason, versionId: version.id })
    if (!(await store.apply({ skill, expect: 'absent', version: { ...version, files: there.files }, ledger })))
      return undefined
    tellWithheld(undefined, skill, reason)
    return skill
  }

  return { reconcile, adopt }
}

type FolderEditsParts = Core<'store' | 'folder' | 'clock' | 'clearance' | 'tell'> & { readonly reading: FoundSkills }
type TakingIn = ReturnType<typeof createTakingIn>

/** The initial status of a person's folder: active, unless its manifest, another user's hand or the scan asks for a look. */
const createStandingOf =
  ({ store, clearance }: FolderEditsParts) =>
  async ({ files, foreign }: Found) => {
    const { held } = await clearance.verdictOf(files)
    const claims = awaitsReview(files.get('manifest.json'))
    const unseen = held === undefined && !claims ? await looksAt(store).unseen(files) : undefined
    const look = held === undefined ? (foreign ?? unseen) : undefined
    const status = held !== undefined ? 'quarantined' : claims || look !== undefined ? 'staged' : 'active'
    return { held, status, needsReview: status !== 'active', altered: look !== undefined, look } as const
  }

/** Folders under the name of a skill that was withdrawn, or whose publishing was interrupted. */
function createReturns({
  store,
  reading,
  clearance,
  takeIn,
  line,
  standingOf,
}: FolderEditsParts & TakingIn & { readonly standingOf: ReturnType<typeof createStandingOf> }) {
  /** A publish that was interrupted before there was a folder: the repair finishes it, unless a person took the name. */
  async function unpublished(row: SkillRecord, stamp: string | undefined): Promise<SkillRecord | undefined> {
    const there = stamp === undefined ? undefined : await reading.read(row.name, stamp)
    if (there === undefined) return undefined
    const written = (await store.versions(row.id)).some(({ digest }) => digest === there.digest)
    return written ? undefined : await replaced(row, there)
  }

  /** Under the name of a withdrawn skill its own bytes return for review; any others are a person's skill. */
  async function returned(row: SkillRecord, stamp: string): Promise<SkillRecord | undefined> {
    const there = await reading.read(row.name, stamp)
    // The withdrawal is still in progress: the process that began it, or the next start, moves the folder.
    if (there === undefined || (there.digest === row.digest && row.stamp !== '')) return undefined
    if (row.status === 'revoked' && (await wasRevoked(row, there))) {
      reading.refuse(row.name, stamp, {
        what: `${there.path} is not offered: it was revoked, and its folder is back; see "skills restore" and "wayland-core history"`,
      })
      return undefined
    }
    if (there.digest === row.digest && row.status === 'archived') {
      const { held } = await clearance.verdictOf(there.files)
      const after: SkillRecord = {
        ...row,
        status: held === undefined ? statusOnReturn('staged', row.origin, await store.ledger(row.name)) : 'quarantined',
        rules: RULES_VERSION,
        needsReview: isDrafted(row.origin),
        path: there.path,
        stamp: there.stamp,
      }
      const ledger = line({ move: 'restore', before: row, after, reason: 'its folder was put back' })
      return (await store.apply({ skill: after, expect: row, ledger })) ? after : undefined
    }
    return await replaced(row, there)
  }

  /** A person's skill took the name of a drafted one. */
  async function replaced(row: SkillRecord, there: Found): Promise<SkillRecord | undefined> {
    const { held, ...standing } = await standingOf(there)
    const theirs = { ...A_PERSONS, ...standing }
    return await takeIn(row, there, theirs, 'found', because('a person made a skill of this name', held))
  }

  /** Whether these are the revoked bytes themselves: a backup or sync tool that restores them makes no new skill. */
  const wasRevoked = async (row: SkillRecord, { digest }: Found): Promise<boolean> =>
    digest === row.digest || (await store.versions(row.id)).some((version) => version.digest === digest)

  return { returned, unpublished }
}

/** Takes a person's edit of a skill in. */
function createEdited({ store, clearance, takeIn }: FolderEditsParts & TakingIn) {
  const looks = looksAt(store)

  /**
   * A person's review is valid for exact bytes: other bytes need review again, and an edited draft belongs to its
   * editor. A reviewed skill that was altered is not offered until then.
   */
  async function edited(row: SkillRecord, there: Found): Promise<SkillRecord | undefined> {
    const { held } = await clearance.verdictOf(there.files)
    if (held === undefined && (await wasGranted(row, there)))
      return await takeIn(row, there, REVIEWED, 'edit', 'the bytes that were reviewed are back')
    if (row.status === 'quarantined') {
      await clearance.hold(there.files, 'it was edited while it was quarantined')
      return await takeIn(row, there, {}, 'edit', 'edited on disk')
    }
    const reviewed = isReleased(row) || row.altered
    // An edited draft needs a review; a person's skill does not.
    const ours = isDrafted(row.origin)
    const reason = because(reviewed && ours ? 'edited on disk since it was reviewed' : 'edited on disk', held)
    if (held !== undefined)
      return await takeIn(row, there, { status: 'quarantined', needsReview: true, altered: false }, 'edit', reason)
    const look = there.foreign ?? (await looks.growth(row, there.files))
    if (!ours && look === undefined) return await takeIn(row, there, {}, 'edit', reason)
    // Says that it changed since the review; "show" says what the change adds.
    const why = row.look ?? (reviewed && ours ? undefined : look)
    const waits = { status: 'staged', needsReview: true, altered: reviewed || look !== undefined, look: why } as const
    return await takeIn(row, there, waits, 'edit', reason)
  }

  /** Whether a person reviewed exactly these bytes of a draft. */
  async function wasGranted({ id, name, origin }: SkillRecord, { digest }: Found): Promise<boolean> {
    if (!isDrafted(origin)) return false
    const same = new Set((await store.versions(id)).filter((one) => one.digest === digest).map((one) => one.id))
    return same.size > 0 && (await store.ledger(name)).some((l) => isGrant(l.move) && same.has(l.versionId ?? ''))
  }

  return edited
}

const A_PERSONS = { origin: 'person', signature: null, triggers: [], evidenceCount: 0, projects: [] } as const
const REVIEWED = { status: 'active', needsReview: false, altered: false } as const

const because = (reason: string, held: string | undefined): string =>
  held === undefined ? reason : `${reason}, and quarantined: ${held}`

/** Makes bytes that were found in a folder the head of a skill. */
function createTakingIn(
  { store, clock, tell }: Core<'store' | 'clock' | 'tell'>,
  reading: Pick<FoundSkills, 'textOf'>,
) {
  /** Makes bytes found on disk the head, as a version whose author is the person. */
  async function takeIn(
    row: SkillRecord,
    there: Found,
    standing: Partial<SkillRecord>,
    move: 'edit' | 'found',
    reason: string,
  ): Promise<SkillRecord | undefined> {
    const versions = await store.versions(row.id)
    const { path, digest, stamp } = there
    const number = numberAfter(versions)
    const parentId = versions.find((v) => v.version === row.headVersion)?.id ?? null
    const record = newVersion(clock, { skillId: row.id, version: number, parentId, reason, digest })
    const version = { ...record, files: there.files }
    const text = reading.textOf(row.name, stamp, there) ?? UNREADABLE
    const after = { ...row, ...text, ...standing, path, digest, stamp, headVersion: number, rules: RULES_VERSION }
    const ledger = line({ move, before: row, after, reason, versionId: version.id })
    const done = await store.apply({ skill: after, expect: row, version, ledger, newcomer: move === 'found' })
    if (!done) return undefined
    tellWithheld(row, after, reason)
    return after
  }

  /** Warns a person about a skill that is no longer offered because of a change found in its folder. */
  function tellWithheld(
    before: SkillRecord | undefined,
    { name, status, altered, look }: SkillRecord,
    reason: string,
  ): void {
    if (status === 'quarantined' && before?.status !== 'quarantined')
      tell({ kind: 'warning', what: `"${name}": ${reason}; see wayland-core show ${name}` })
    else if (altered && before?.altered !== true)
      tell({
        kind: 'warning',
        what: `"${name}": ${look ?? reason}; it is not offered until you promote it: wayland-core skills promote ${name}`,
      })
  }

  const line = (said: Omit<Parameters<typeof ledgerLine>[0], 'at'>): LedgerEntry =>
    ledgerLine({ at: clock.now(), actor: 'person', ...said })

  return { takeIn, tellWithheld, line }
}
