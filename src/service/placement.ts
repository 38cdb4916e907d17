import type { SkillFiles, SkillFolder } from '../store/skill-folder.ts'
import type { Placement as Place, SkillRecord, VersionRecord } from '../store/skill-records.ts'
import type { Store } from '../store/store.ts'
import type { SecondCopies } from './second-copies.ts'

/** Brings the skill folders in line with the rows: rows are the truth, folders are what was published from them. */
export interface Placement {
  /** Writes a version into the skill's folder, unless the folder holds anything but what the row or the version says. */
  publish(
    row: SkillRecord,
    head: Pick<VersionRecord, 'digest'>,
    files: SkillFiles,
    finishes?: string,
  ): Promise<Place | 'foreign'>
  /** Moves the folder of an archived or revoked skill out of the skills root, kept whole. */
  withdraw(row: SkillRecord): Promise<void>
  /** Whether an interrupted run may have left something; a cheap look that waits for nobody. */
  needsRepair(): Promise<boolean>
  /** Finishes what an interrupted run left between rows and folders. Says what it did. */
  repair(): Promise<readonly string[]>
}

export function createPlacement({
  store,
  folder,
  copies,
}: {
  readonly store: Store
  readonly folder: SkillFolder
  readonly copies: Pick<SecondCopies, 'withdraw'>
}): Placement {
  async function publish(
    row: SkillRecord,
    head: Pick<VersionRecord, 'digest'>,
    files: SkillFiles,
    finishes?: string,
  ): Promise<Place | 'foreign'> {
    // A withdrawn skill comes back by its own folder; then there is nothing to write.
    if (row.path !== `${folder.root}/${row.name}`) {
      await folder.putBack(row.name, row.path)
      const there = await folder.read(row.name)
      if (there !== undefined && there.digest === head.digest) {
        await store.placed(row.id, there, finishes)
        return there
      }
    }
    const placed = await folder.publish(row.name, files, (digest) => digest === row.digest || digest === head.digest)
    if (placed !== 'foreign') await store.placed(row.id, placed, finishes)
    return placed
  }

  async function withdraw(row: SkillRecord): Promise<void> {
    const kept = await folder.withdraw(row.name, row.path)
    await store.placed(row.id, { path: kept ?? row.path, digest: row.digest ?? '', stamp: '' })
    await copies.withdraw(row)
  }

  async function repair(): Promise<readonly string[]> {
    const done = [...(await folder.sweep(isRecorded))]
    for (const row of await store.unplaced()) {
      const what =
        row.status === 'archived' || row.status === 'revoked' ? await finishWithdrawal(row) : await finishPublish(row)
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
    // Other bytes under that name are a person's, and the catalogue's business.
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

  return {
    publish,
    withdraw,
    needsRepair: async () => (await folder.hasLeftovers()) || (await store.unplaced()).length > 0,
    repair,
  }
}
