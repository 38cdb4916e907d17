import type { Tell } from '../domain/event.ts'
import { isOffered } from '../domain/skill.ts'
import { parseSkillMd } from '../domain/skill-md.ts'
import { FIRST_VERSION, newestVersion, nextVersion } from '../domain/version.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { LedgerEntry, SkillRecord, Store } from '../store/store.ts'
import type { Clock } from './clock.ts'

/** The skills of one running loop: rows and folders brought together, and the one rule of who may see what. */
export interface Catalogue {
  /** Reads what changed in the skills folder since the last look into rows. */
  sync(): Promise<void>
  /** Skills that may be offered to a model. */
  offered(): readonly SkillRecord[]
  /** Every skill with a row. */
  all(): readonly SkillRecord[]
  /** Takes in a skill that was written just now, without a look at the folder. */
  register(skill: SkillRecord): void
}

export function createCatalogue(parts: {
  readonly store: Store
  readonly folder: SkillFolder
  readonly clock: Clock
  readonly offer: 'staged' | 'active'
  readonly tell: Tell
}): Catalogue {
  const { store, folder, clock, offer, tell } = parts
  const skills = new Map<string, SkillRecord>()
  /** Stamps of folders that are no valid skill, so that each fault is told once. */
  const refused = new Map<string, string>()

  async function sync(): Promise<void> {
    const [rows, folders] = [await store.skills(), new Map((await folder.list()).map((f) => [f.name, f.stamp]))]
    skills.clear()
    for (const row of rows) skills.set(row.name, (await reconcile(row, folders.get(row.name))) ?? row)
    for (const [name, stamp] of folders) if (!skills.has(name) && refused.get(name) !== stamp) await adopt(name, stamp)
  }

  /** What a person did to a known skill's folder becomes part of its row; undefined when nothing changed. */
  async function reconcile(row: SkillRecord, stamp: string | undefined): Promise<SkillRecord | undefined> {
    // Not published yet, or being taken away: whoever does that finishes it.
    if (row.digest === null) return undefined
    const live = isOffered(row.status, 'staged') || row.status === 'quarantined'
    if (stamp === undefined) return live ? await removed(row) : undefined
    if (stamp === row.stamp || !live) return undefined
    const there = await folder.read(row.name)
    if (there === undefined) return undefined
    if (there.digest === row.digest) {
      await store.placed(row.id, { path: there.path, digest: there.digest, stamp })
      return { ...row, stamp }
    }
    return await edited(row, there)
  }

  async function removed(row: SkillRecord): Promise<SkillRecord | undefined> {
    const after: SkillRecord = { ...row, status: 'archived', stamp: '' }
    const ledger = line(after, 'archive', row, 'its folder was removed')
    return (await store.apply({ skill: after, expect: row, ledger })) ? after : undefined
  }

  async function edited(row: SkillRecord, there: Found): Promise<SkillRecord | undefined> {
    const text = readText(row.name, there)
    if (text === undefined) return undefined
    const versions = await store.versions(row.id)
    const version = nextVersion(newestVersion(versions.map((v) => v.version)) ?? FIRST_VERSION)
    const parent = versions.find((v) => v.version === row.headVersion)
    const after: SkillRecord = {
      ...row,
      description: text.description,
      body: text.body,
      digest: there.digest,
      stamp: there.stamp,
      headVersion: version,
    }
    const id = clock.newId()
    const done = await store.apply({
      skill: after,
      expect: row,
      version: {
        id,
        skillId: row.id,
        version,
        parentId: parent?.id ?? null,
        author: 'person',
        reason: 'edited on disk',
        state: 'accepted',
        digest: there.digest,
        evidence: [],
        triggerId: null,
        createdAt: clock.now().getTime(),
        files: there.files,
      },
      ledger: { ...line(after, 'edit', row, 'edited on disk'), versionId: id },
    })
    return done ? after : undefined
  }

  /** A folder that no row knows is a person's, whatever it claims; one that claims to await review is not active. */
  async function adopt(name: string, stamp: string): Promise<void> {
    const there = await folder.read(name)
    const text = there === undefined ? undefined : readText(name, there)
    if (there === undefined || text === undefined) {
      refused.set(name, stamp)
      return
    }
    const claimsReview = awaitsReview(there.files.get('manifest.json'))
    const at = clock.now().getTime()
    const versionId = clock.newId()
    const skill: SkillRecord = {
      id: clock.newId(),
      name,
      origin: 'person',
      status: claimsReview ? 'staged' : 'active',
      signature: null,
      ...text,
      path: there.path,
      needsReview: claimsReview,
      evidenceCount: 0,
      headVersion: FIRST_VERSION,
      digest: there.digest,
      stamp: there.stamp,
      createdAt: at,
    }
    const version = {
      id: versionId,
      skillId: skill.id,
      version: FIRST_VERSION,
      parentId: null,
      author: 'person' as const,
      reason: 'found in the skills folder',
      state: 'accepted' as const,
      digest: there.digest,
      evidence: [],
      triggerId: null,
      createdAt: at,
      files: there.files,
    }
    const ledger = { ...line(skill, 'found', null, 'found in the skills folder'), versionId }
    if (await store.apply({ skill, expect: 'absent', version, ledger })) skills.set(name, skill)
  }

  function readText(name: string, there: Found): Pick<SkillRecord, 'description' | 'body' | 'triggers'> | undefined {
    try {
      const md = parseSkillMd(Buffer.from(there.files.get('SKILL.md') ?? []).toString('utf8'))
      if (md.name === name.normalize('NFKC')) return { description: md.description, body: md.body, triggers: [] }
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

  return {
    sync,
    offered: () => [...skills.values()].filter((skill) => skill.digest !== null && isOffered(skill.status, offer)),
    all: () => [...skills.values()],
    register: (skill) => void skills.set(skill.name, skill),
  }
}

interface Found {
  readonly path: string
  readonly digest: string
  readonly stamp: string
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** A manifest that cannot be read fails closed: the skill awaits review. */
function awaitsReview(manifest: Uint8Array | undefined): boolean {
  if (manifest === undefined) return false
  try {
    const { auto_drafted, needs_review } = JSON.parse(Buffer.from(manifest).toString('utf8')) as Record<string, unknown>
    return auto_drafted === true && needs_review !== false
  } catch {
    return true
  }
}
