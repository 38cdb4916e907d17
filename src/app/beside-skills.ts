import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { Tell } from '../domain/event.ts'
import type { Clearance, SkillPublisher, SkillRepairs } from '../service/catalogue/catalogue.ts'
import { withLedgerMirror } from '../service/catalogue/ledger-mirror.ts'
import { createRebuilding } from '../service/catalogue/rebuilding.ts'
import type { Clock } from '../service/clock.ts'
import { type LedgerFile, openLedgerFile } from '../store/ledger-file.ts'
import type { SkillFolder } from '../store/skill-folder.ts'
import type { Store } from '../store/store.ts'
import { type HeldFiles, openHeldFiles } from '../store/verdict-files.ts'

type Repairs = Pick<SkillPublisher, 'needsRepair' | 'repair'>

/** Opens the files beside the skills, which outlive the database: held content, ledger, revocations, statuses. */
export function wireBeside(
  config: Config,
  database: Store,
  tell: Tell,
): {
  /** The database; its ledger is also written beside the skills. */
  readonly store: Store
  readonly held: HeldFiles
  readonly ledgerFile: LedgerFile
  /** Restores rows that a lost database had, then brings the folders in line with the rows. */
  repairing(
    publisher: Repairs,
    parts: { readonly folder: SkillFolder; readonly clearance: Clearance; readonly clock: Clock },
  ): SkillRepairs
} {
  const folder = join(config.configHome, 'verdicts')
  const file = openLedgerFile(join(folder, 'ledger.jsonl'))
  const store = withLedgerMirror(database, file, tell)
  return {
    store,
    held: openHeldFiles(folder),
    ledgerFile: file,
    repairing(publisher, parts) {
      const rows = createRebuilding({ store, file, tell, ...parts })
      return {
        needsRepair: async (change) => (await rows.needsRepair()) || (await publisher.needsRepair(change)),
        regain: rows.regain,
        repair: async () => [...(await rows.repair()), ...(await publisher.repair())],
      }
    },
  }
}
