import { digestFiles } from '../domain/digest.ts'
import { NOTICE } from '../domain/draft/compose.ts'
import { WaylandError } from '../domain/errors.ts'
import { type Move, statusAfter } from '../domain/lifecycle.ts'
import { NO_COUNTS, type Skill } from '../domain/skill.ts'
import { findSkill } from '../domain/skill-reference.ts'
import { FIRST_VERSION, newestVersion, nextVersion } from '../domain/version.ts'
import type { SkillFiles, SkillFolder } from '../store/skill-folder.ts'
import type { LedgerEntry, SkillChange, SkillRecord, Store, VersionRecord } from '../store/store.ts'
import type { Catalogue } from './catalogue.ts'
import type { Clock } from './clock.ts'

/** What a person does with skills. Every move is one transaction with its ledger line; the folder follows. */
export interface Curator {
  list(): Promise<readonly Skill[]>
  /** `reference` is a name, an id or a unique beginning of one. Throws `illegal_move` where the move is not allowed. */
  move(reference: string, move: Move): Promise<Skill>
  history(reference: string): Promise<readonly LedgerEntry[]>
  /** Finishes what an interrupted run left between rows and folders. Says what it did. */
  repair(): Promise<readonly string[]>
}

export interface CuratorParts {
  readonly store: Store
  readonly folder: SkillFolder
  /** Where archived skills are kept whole. */
  readonly archive: string
  readonly catalogue: Catalogue
  readonly clock: Clock
}

export function createCurator({ store, folder, archive, catalogue, clock }: CuratorParts): Curator {
  async function list(): Promise<readonly Skill[]> {
    await catalogue.sync()
    const arms = new Map((await store.arms()).map((arm) => [arm.name, arm]))
    return await Promise.all(catalogue.all().map(async (row) => view(row, arms.get(row.name), await bestRow(row.name))))
  }

  async function bestRow(name: string) {
    for (const scorer of ['bench', 'auto_drafter']) {
      const [row] = await store.bestForSkill(name, scorer, 1)
      if (row !== undefined) return row
    }
    return undefined
  }

  async function move(reference: string, what: Move): Promise<Skill> {
    await catalogue.sync()
    const row = findSkill(catalogue.all(), reference)
    const status = statusAfter(what, row)
    const after: SkillRecord = { ...row, status, needsReview: what === 'promote' ? false : row.needsReview }
    const ledger = line(after, what, row)
    if (what === 'promote' && row.origin === 'auto') await promoteFiles(row, after, ledger)
    else await commit({ skill: after, expect: row, ledger })
    if (status === 'archived') await withdraw(after)
    const moved = (await list()).find((skill) => skill.id === row.id)
    if (moved === undefined) throw new WaylandError('internal', `"${row.name}" vanished during the move`)
    return moved
  }

  /** A promoted draft loses its notice, and its manifest says that it was reviewed: a new version, by the person. */
  async function promoteFiles(row: SkillRecord, after: SkillRecord, ledger: LedgerEntry): Promise<void> {
    const there = await folder.read(row.name)
    if (there === undefined || there.digest !== row.digest)
      throw new WaylandError('conflict', `${row.path} was changed while it was being promoted`)
    const files = reviewed(there.files)
    const versions = await store.versions(row.id)
    const parent = versions.find((v) => v.version === row.headVersion)
    const version: VersionRecord = {
      id: clock.newId(),
      skillId: row.id,
      version: nextVersion(newestVersion(versions.map((v) => v.version)) ?? FIRST_VERSION),
      parentId: parent?.id ?? null,
      author: 'person',
      reason: 'promoted',
      state: 'accepted',
      digest: digestFiles(files),
      evidence: [],
      triggerId: null,
      createdAt: clock.now().getTime(),
    }
    const skill = { ...after, headVersion: version.version, body: row.body.replace(NOTICE, '').trimStart() }
    await commit({ skill, expect: row, version: { ...version, files }, ledger: { ...ledger, versionId: version.id } })
    await publishHead(skill, version, files)
  }

  async function commit(change: SkillChange): Promise<void> {
    if (!(await store.apply(change)))
      throw new WaylandError('conflict', `"${change.skill.name}" was changed by another process meanwhile`)
  }

  async function publishHead(skill: SkillRecord, head: VersionRecord, files: SkillFiles): Promise<boolean> {
    const placed = await folder.publish(
      skill.name,
      files,
      (digest) => digest === skill.digest || digest === head.digest,
    )
    if (placed === 'foreign') return false
    await store.placed(skill.id, placed)
    return true
  }

  async function withdraw(row: SkillRecord): Promise<void> {
    const kept = await folder.withdraw(row.name, archive)
    await store.placed(row.id, { path: kept ?? row.path, digest: row.digest ?? '', stamp: '' })
  }

  async function repair(): Promise<readonly string[]> {
    const done = [...(await folder.sweep())]
    for (const row of await store.unplaced()) {
      if (row.status === 'archived') {
        if ((await folder.read(row.name))?.digest !== row.digest) continue
        await withdraw(row)
        done.push(`finished archiving "${row.name}"`)
        continue
      }
      const head = (await store.versions(row.id)).find((v) => v.version === row.headVersion)
      if (head === undefined) continue
      if (await publishHead(row, head, await store.files(head.id)))
        done.push(`finished writing "${row.name}" ${head.version}`)
    }
    return done
  }

  function line(after: SkillRecord, what: string, before: SkillRecord): LedgerEntry {
    return {
      at: clock.now().getTime(),
      skillName: after.name,
      skillId: after.id,
      move: what,
      actor: 'person',
      fromStatus: before.status,
      toStatus: after.status,
      versionId: null,
      reason: `${what}d by a person`,
    }
  }

  return {
    list,
    move,
    repair,
    async history(reference) {
      await catalogue.sync()
      return await store.ledger(findSkill(catalogue.all(), reference).name)
    },
  }
}

function reviewed(files: ReadonlyMap<string, Uint8Array>): SkillFiles {
  const text = (path: string) => Buffer.from(files.get(path) ?? []).toString('utf8')
  const changed = new Map<string, string | Uint8Array>(files)
  changed.set('SKILL.md', text('SKILL.md').replace(`${NOTICE}\n\n`, ''))
  if (files.has('manifest.json'))
    changed.set('manifest.json', text('manifest.json').replace(/("needs_review":\s*)true/, '$1false'))
  return changed
}

function view(
  row: SkillRecord,
  arm: ({ lastUsedAt: number | null } & Skill['counts']) | undefined,
  best: { score: number; scoreMeasured: boolean } | undefined,
): Skill {
  const { offered, loaded, successes, failures } = arm ?? NO_COUNTS
  return {
    id: row.id,
    name: row.name,
    origin: row.origin,
    status: row.status,
    description: row.description,
    triggers: row.triggers,
    body: row.body,
    path: row.path,
    needsReview: row.needsReview,
    evidenceCount: row.evidenceCount,
    version: row.headVersion,
    createdAt: new Date(row.createdAt),
    counts: { offered, loaded, successes, failures },
    ...(row.signature === null ? {} : { signature: row.signature }),
    ...(arm?.lastUsedAt ? { lastUsedAt: new Date(arm.lastUsedAt) } : {}),
    ...(best === undefined ? {} : { score: best.score, scoreMeasured: best.scoreMeasured }),
  }
}
