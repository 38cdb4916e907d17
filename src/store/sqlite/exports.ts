import type { Database } from 'better-sqlite3'
import { eq } from 'drizzle-orm'
import type { Sync } from '../asynchronous.ts'
import type { ExportStore } from '../ports/version-store.ts'
import { skillExports } from './schema.ts'
import { given, statements } from './statements.ts'

/** Copies of skills in the folders of engines. */
export function exportTable(db: Database): Sync<ExportStore> {
  const { rows, insert, remove } = statements(db)
  const all = rows(skillExports, { by: [skillExports.path] })
  const ofSkill = rows(skillExports, { where: eq(skillExports.skillName, given('name')), by: [skillExports.path] })
  const save = insert(skillExports, 'replace')
  const drop = remove(skillExports, eq(skillExports.path, given('path')))
  return {
    exports: all,
    exportsOf: (name) => ofSkill({ name }),
    noteExport: save,
    forgetExport: (path) => void drop({ path }),
  }
}
