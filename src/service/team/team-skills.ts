import { capabilitiesOf } from '../../domain/capabilities/look.ts'
import { digestFiles } from '../../domain/digest.ts'
import { withoutRequests } from '../../domain/draft/impersonal-copy.ts'
import { WaylandError } from '../../domain/errors.ts'
import { fileNamesFault } from '../../domain/file-names.ts'
import { redactWith, type SecretScanner } from '../../domain/redact.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import { isWithdrawn } from '../../domain/skill.ts'
import { EVIDENCE_FILE } from '../../domain/skill-deed.ts'
import { fieldsIn, parseSkillMd } from '../../domain/skill-md-format.ts'
import { findSkill } from '../../domain/skill-reference.ts'
import type { SkillRecord, VersionFiles, VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine, newVersion, numberAfter } from '../catalogue/records.ts'
import { withoutDraftLines } from '../catalogue/reviewed-files.ts'
import type { Core } from '../core.ts'

/** Skills that come from a team, and those that a person gives it. */
export interface TeamSkills {
  /**
   * What of a skill would leave this machine, redacted; without `evidence` neither the requests that it quotes nor
   * `references/evidence.md`. Throws `no_such_skill`, and `refused` where a safety rule blocks it or a file is no text.
   */
  shareable(reference: string, how: { readonly evidence: boolean; readonly name?: string }): Promise<ShareableSkill>
  /** Takes in a version that the team published and whose signature was verified; offers it where no rule of here blocks it. */
  place(skill: {
    readonly name: string
    readonly files: VersionFiles
    readonly reason: string
    /** Where it is offered; undefined: in every project. */
    readonly projects?: readonly string[] | undefined
  }): Promise<Placed>
  /** Stops offering a skill of the team and moves its folder into the archive. */
  takeOut(name: string, reason: string): Promise<'taken out' | 'nothing'>
}

export interface ShareableSkill {
  readonly name: string
  readonly files: ReadonlyMap<string, string>
  readonly capabilities: ReturnType<typeof capabilitiesOf>
  /** Turns that it was drawn from. */
  readonly evidence: number
  /** How many values were taken out as secrets or personal data. */
  readonly redacted: number
  readonly left: readonly string[]
  /** The projects that it belongs to, as on this machine; undefined: every one. */
  readonly projects: readonly string[] | undefined
}

export interface Placed {
  /**
   * `offered`, also if it is here already; `edited`: the person's own text stays and the new one waits beside it; `muted`: the
   * person archived or revoked it; `taken`: they have another skill of the name; `blocked` by a safety rule, or as files that not
   * every system takes.
   */
  readonly status: 'offered' | 'edited' | 'muted' | 'taken' | 'blocked'
  readonly why?: string
}

export interface TeamSkillsParts extends Core<'store' | 'folder' | 'publisher' | 'catalogue' | 'clearance' | 'clock'> {
  readonly secrets: SecretScanner
}

export function createTeamSkills(parts: TeamSkillsParts): TeamSkills {
  const { store, folder, publisher, catalogue, clearance, clock } = parts

  async function place(given: Parameters<TeamSkills['place']>[0]): Promise<Placed> {
    const { name, files, reason, projects } = given
    const held = fileNamesFault([name]) ?? fileNamesFault([...files.keys()]) ?? (await clearance.verdictOf(files)).held
    if (held !== undefined) return { status: 'blocked', why: held }
    return await store.folderLock(async () => {
      await catalogue.syncHeld(name)
      const row = await store.skill(name)
      const digest = digestFiles(files)
      if (row === undefined) {
        if (await folder.occupied(name)) return { status: 'taken', why: `${folder.root}/${name} is not ours` }
        if ((await store.revocations()).some(({ skillName }) => skillName === name)) return { status: 'muted' }
        return await write(files, { name, reason, digest, projects, before: undefined, versions: [] })
      }
      if (row.origin !== 'team') return { status: 'taken', why: `you have a skill "${name}" of your own` }
      const lines = await store.ledger(name)
      const isAway = isWithdrawn(row)
      if (isAway && lines.findLast(({ toStatus }) => toStatus === row.status)?.actor !== 'team')
        return { status: 'muted' }
      if (!isAway && row.digest === digest) return await placeIn(row, projects, reason)
      const versions = await store.versions(row.id)
      const head = versions.find(({ version }) => version === row.headVersion)
      const isEdited = !isAway && head?.author !== 'team'
      return await write(files, { name, reason, digest, projects, before: row, versions, beside: isEdited })
    })
  }

  /** Offers a skill that is here in these projects; the caller holds the folder's lock. */
  async function placeIn(row: SkillRecord, projects: SkillRecord['projects'], reason: string): Promise<Placed> {
    if (JSON.stringify(row.projects) === JSON.stringify(projects)) return { status: 'offered' }
    const after = { ...row, projects }
    if (!(await store.apply({ skill: after, expect: row, ledger: line(after, row, 'accept', reason) })))
      throw changed(row.name)
    await catalogue.register(after)
    return { status: 'offered' }
  }

  /** Writes a version of the team as the head, or beside the text of a person; the caller holds the folder's lock. */
  async function write(files: VersionFiles, given: Writing): Promise<Placed> {
    const { name, reason, digest, projects, before, versions, beside = false } = given
    if (beside && versions.some((one) => one.digest === digest && one.author === 'team')) return { status: 'edited' }
    const version = newVersion(clock, {
      ...{ skillId: before?.id ?? clock.newId(), digest, reason, author: 'team', version: numberAfter(versions) },
      parentId: versions.find(({ version: one }) => one === before?.headVersion)?.id ?? null,
      state: beside ? 'proposed' : 'accepted',
    })
    const after =
      beside && before !== undefined ? before : rowOf(version, files, { name, projects, before, root: folder.root })
    const move = beside ? 'propose' : before === undefined ? 'found' : 'accept'
    const ledger = line(after, before, move, reason, version.id)
    const change = { skill: after, expect: before ?? 'absent', version: { ...version, files }, ledger } as const
    if (!(await store.apply(change))) throw changed(name)
    if (beside) return { status: 'edited' }
    const placed = await publisher.publish(after, version, files)
    if (placed === 'foreign') {
      if (before !== undefined) await store.takeBack(change, before)
      return { status: 'taken', why: `${after.path} was changed meanwhile` }
    }
    await catalogue.register({ ...after, ...placed })
    return { status: 'offered' }
  }

  async function takeOut(name: string, reason: string): Promise<'taken out' | 'nothing'> {
    return await store.folderLock(async () => {
      await catalogue.syncHeld(name)
      const row = await store.skill(name)
      if (row?.origin !== 'team' || isWithdrawn(row)) return 'nothing'
      const after: SkillRecord = { ...row, status: 'archived', path: folder.awayPath(name) }
      const change = { skill: after, expect: row, ledger: line(after, row, 'archive', reason) }
      if (!(await store.apply(change))) throw changed(name)
      await publisher.withdraw(after)
      return 'taken out'
    })
  }

  const line = (
    after: SkillRecord,
    before: SkillRecord | undefined,
    move: string,
    reason: string,
    versionId: string | null = null,
  ) => ledgerLine({ at: clock.now(), actor: 'team', before, after, move, reason, versionId })

  return { shareable: sharing(parts), place, takeOut }
}

/** What of a skill would leave this machine. */
function sharing({ folder, catalogue, clearance, secrets }: TeamSkillsParts): TeamSkills['shareable'] {
  return async (reference, { evidence, name }) => {
    await catalogue.sync()
    const row = findSkill(await catalogue.all(), reference)
    const there = await folder.read(row.name)
    if (there === undefined) throw new WaylandError('not_found', `${row.path} is not there`)
    const files = new Map<string, string>()
    const left: string[] = []
    let redacted = 0
    for (const [path, bytes] of there.files) {
      if (path === 'manifest.json' || (path === EVIDENCE_FILE && !evidence)) left.push(path)
      else {
        const text = textIn(bytes)
        if (text === undefined)
          throw new WaylandError('refused', `${path} of "${row.name}" is no text, and only texts are shared`, {
            hint: 'Move it out of the skill, or let the skill fetch it.',
          })
        const clean = await redactWith(secrets, path === 'SKILL.md' ? leaving(text, name ?? row.name, evidence) : text)
        redacted += clean.found
        files.set(path, clean.text)
      }
    }
    const { held } = await clearance.verdictOf(files)
    if (held !== undefined) throw new WaylandError('refused', `"${row.name}" is not shared: ${held}`)
    return {
      ...{ name: name ?? row.name, files, capabilities: capabilitiesOf(files) },
      ...{ evidence: row.evidenceCount, redacted, left, projects: row.projects },
    }
  }
}

interface Writing {
  readonly name: string
  readonly reason: string
  readonly digest: string
  readonly projects: readonly string[] | undefined
  readonly before: SkillRecord | undefined
  readonly versions: readonly VersionRecord[]
  /** The person edited the skill: the version waits beside their text. */
  readonly beside?: boolean
}

/** The row of a version of the team that becomes the head; the folder that this program wrote is known by its digest. */
function rowOf(
  { skillId, version, createdAt }: VersionRecord,
  files: VersionFiles,
  { name, projects, before, root }: Pick<Writing, 'name' | 'projects' | 'before'> & { readonly root: string },
): SkillRecord {
  const md = parseSkillMd(Buffer.from(files.get('SKILL.md') ?? '').toString('utf8'))
  return {
    ...{ id: skillId, name, projects, origin: 'team', signature: null, triggers: [], evidenceCount: 0, stamp: null },
    ...{ ...fieldsIn(md), headVersion: version },
    ...{ needsReview: false, altered: false, rules: RULES_VERSION },
    ...{
      status: before?.status === 'pinned' ? 'pinned' : 'active',
      digest: (before?.status !== 'archived' && before?.digest) || null,
    },
    ...{ path: before?.path ?? `${root}/${name}`, createdAt: before?.createdAt ?? createdAt },
  }
}

const changed = (name: string) => new WaylandError('conflict', `"${name}" was changed by another process meanwhile`)

const leaving = (text: string, name: string, evidence: boolean): string =>
  evidence ? withoutDraftLines(text) : withoutRequests(withoutDraftLines(text), name)

/** Undefined for bytes that are no text. */
function textIn(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
