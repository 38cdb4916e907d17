import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reachOf } from '../engines/skill-folders.ts'
import type { ToolNames } from '../service/catalogue/tool-names.ts'
import { createHinter, type Hinter } from '../service/offers/hinter.ts'
import type { ExportStore } from '../store/ports/export-store.ts'
import { readSkillFolder, stampOf } from '../store/read-skill-folder.ts'
import type { ExportRecord } from '../store/skill-records.ts'

/** Builds the hints, which name the skill as the asking agent finds it: by the copy in its folder. */
export const wireHinting = (store: Pick<ExportStore, 'exportsOf'>, toolNames: ToolNames): Hinter =>
  createHinter({ store, reachOf, toolNames, readCopy: (copy) => textOf(copy).catch(() => undefined) })

/** An edited copy belongs to the person who edited it: its text was not reviewed. */
async function textOf({ path, stamp, digests }: ExportRecord): Promise<string | undefined> {
  const isAsWritten = (await stampOf(path)) === stamp || digests.includes((await readSkillFolder(path))?.digest ?? '')
  return isAsWritten ? await readFile(join(path, 'SKILL.md'), 'utf8') : undefined
}
