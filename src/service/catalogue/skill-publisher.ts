import { isWithdrawn } from '../../domain/skill.ts'
import type { SkillFiles } from '../../store/skill-folder.ts'
import type { SkillLocation, SkillRecord, VersionRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'
import type { SkillPublisher } from './catalogue.ts'
import { isInPlace } from './last-full-look.ts'

export function createSkillPublisher(parts: Core<'store' | 'folder' | 'copies' | 'tell'>): SkillPublisher {
  const { store, folder, copies, tell } = parts

  async function publish(
    row: SkillRecord,
    head: Pick<VersionRecord, 'digest'>,
    files: SkillFiles,
    finishes?: string,
  ): Promise<SkillLocation | 'foreign'> {
    const isHere = isInPlace(row, folder)
    const aside = isHere && row.digest === null ? await folder.makeRoom(row.name) : undefined
    if (aside !== undefined)
      tell({ kind: 'repaired', what: `kept in ${aside} what lay in ${row.path} without a SKILL.md` })
    try {
      const placed = (await broughtBack(row, head)) ?? (await written(row, head, files))
      if (placed === 'foreign' && aside !== undefined) await folder.putBack(row.name, aside)
      if (placed === 'foreign') return placed
      // The note comes last: what a kill leaves before it, the next start does again.
      await copies.follow(row, files)
      await note(row, placed, finishes)
      return placed
    } catch (error) {
      if (aside !== undefined) await folder.putBack(row.name, aside).catch(() => {})
      throw error
    }
  }

  const written = async (row: SkillRecord, head: Pick<VersionRecord, 'digest'>, files: SkillFiles) =>
    await folder.publish(row.name, files, (digest) => digest === row.digest || digest === head.digest)

  /** Moves a withdrawn folder back if it holds the requested version. */
  async function broughtBack(
    row: SkillRecord,
    head: Pick<VersionRecord, 'digest'>,
  ): Promise<SkillLocation | undefined> {
    if (isInPlace(row, folder)) return undefined
    const kept = await folder.kept(row.path).catch(() => 'half' as const)
    if (typeof kept === 'object' && kept.digest === head.digest) await folder.putBack(row.name, row.path)
    const there = await folder.read(row.name)
    return there?.digest === head.digest ? there : undefined
  }

  /** Records the folder's new state; if that fails, the next start does it. */
  async function note(row: SkillRecord, where: SkillLocation, finishes?: string): Promise<void> {
    try {
      await store.placed(row.id, where, finishes)
    } catch (cause) {
      tell({
        kind: 'warning',
        what: `the new folder of "${row.name}" is not in the database yet; the next command writes it`,
        cause,
      })
    }
  }

  async function withdraw(row: SkillRecord): Promise<void> {
    const kept = await folder.withdraw(row.name, row.path)
    await copies.withdraw(row)
    await note(row, { path: kept ?? row.path, digest: row.digest ?? '', stamp: '' })
  }

  return {
    publish,
    withdraw,
    needsRepair: async (change) => (await folder.hasLeftovers()) || (await store.unplaced(change)).length > 0,
    repair: repairing(parts, { publish, withdraw }),
  }
}

/** Finishes what an interrupted run left. */
function repairing(
  { store, folder }: Core<'store' | 'folder'>,
  { publish, withdraw }: Pick<SkillPublisher, 'publish' | 'withdraw'>,
): SkillPublisher['repair'] {
  async function repair(): Promise<readonly string[]> {
    const done = [...(await folder.sweep(isRecorded))]
    for (const row of await store.unplaced()) {
      const what = isWithdrawn(row) ? await finishWithdrawal(row) : await finishPublish(row)
      if (what !== undefined) done.push(what)
    }
    return done
  }

  async function isRecorded(name: string, digest: string): Promise<boolean> {
    const row = await store.skill(name)
    return row !== undefined && (await store.versions(row.id)).some((version) => version.digest === digest)
  }

  async function finishWithdrawal(row: SkillRecord): Promise<string | undefined> {
    const there = await folder.read(row.name)
    // Other bytes under that name are a person's: the catalogue takes them in.
    if (there !== undefined && there.digest !== row.digest) return undefined
    await withdraw(row)
    return there === undefined
      ? `noted where the folder of "${row.name}" went, which was ${row.status}`
      : `moved the folder of "${row.name}" away, which was ${row.status}`
  }

  async function finishPublish(row: SkillRecord): Promise<string | undefined> {
    const head = (await store.versions(row.id)).find((v) => v.version === row.headVersion)
    if (head === undefined) return undefined
    const placed = await publish(row, head, await store.files(head.id))
    return placed === 'foreign' ? undefined : `finished writing "${row.name}" ${head.version}`
  }

  return repair
}
