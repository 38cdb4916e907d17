import Database from 'better-sqlite3'
import type { SkillText } from '../../src/domain/retrieval/fields.ts'
import type { Library } from '../../src/domain/retrieval/library.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { searchIndex } from '../../src/store/sqlite/search-index.ts'

/** The skills as ranking sees them. */
export function libraryOf(skills: readonly SkillText[]): Library {
  const { db, index } = memoryIndex()
  db.transaction(() => {
    for (const skill of skills) index.put(skill)
  })()
  return index.library()
}

/** An empty index with its database in memory. */
export function memoryIndex() {
  const db = new Database(':memory:')
  migrate(db, new URL('../../migrations', import.meta.url).pathname, 'bench')
  return { db, index: searchIndex(db) }
}
