import { newestVersion, nextVersion } from '../../domain/version.ts'
import type { VersionRecord } from '../../store/skill-records.ts'
import { ledgerLine } from '../catalogue/records.ts'
import { supersede } from '../review/proposals.ts'
import type { StagerParts } from './skill-stager.ts'
import { refused, type Staged, type StagedFrom } from './staged.ts'

/** The version of a skill that waits for a person. */
export const waitingOf = (versions: readonly VersionRecord[]): VersionRecord | undefined =>
  versions.findLast(({ state }) => state === 'proposed')

/** Adds turns as evidence to the version that waits, whose text says the same: it waits on, with all of them. */
export type WaitingSupport = (name: string, from: StagedFrom) => Promise<Staged>

export function createWaitingSupport({
  store,
  catalogue,
  clock,
}: Pick<StagerParts, 'store' | 'catalogue' | 'clock'>): WaitingSupport {
  return async (name, from) =>
    await store.folderLock(async () => {
      await catalogue.syncHeld(name)
      const row = await store.skill(name)
      const versions = row === undefined ? [] : await store.versions(row.id)
      const waiting = waitingOf(versions)
      if (row === undefined || waiting === undefined)
        return refused('waiting', `no version of "${name}" waits any more`)
      const fresh = from.turnIds.filter((id) => !waiting.evidence.includes(id))
      if (waiting.triggerId === from.id || fresh.length === 0)
        return { status: 'staged', skill: name, versionId: waiting.id }
      const draft = await store.draftOf(waiting.id)
      const version = {
        ...{ ...waiting, id: clock.newId(), triggerId: from.id, createdAt: clock.now().getTime() },
        version: nextVersion(newestVersion(versions.map((one) => one.version)) ?? waiting.version),
        evidence: [...waiting.evidence, ...fresh],
        reason: `${waiting.reason}; said again: ${from.reason}`,
        files: await store.files(waiting.id),
        ...(draft.size === 0 ? {} : { draft }),
      }
      const ledger = ledgerLine({
        ...{ at: clock.now(), move: 'propose', before: row, actor: 'model' },
        ...{ versionId: version.id, reason: version.reason },
      })
      return (await store.apply({ skill: row, expect: row, version, decides: supersede(versions), ledger }))
        ? { status: 'staged', skill: name, versionId: version.id }
        : refused('waiting', `"${name}" was changed by another process meanwhile`)
    })
}
