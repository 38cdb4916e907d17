import { copyFileSync, existsSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { isSkillName } from '../../domain/skill.ts'
import { Sqlite } from './driver.ts'
import type { skillExports, skills as skillTable } from './schema.ts'

/** The folders of skills in the copy. */
export interface SkillFolders {
  readonly skillsRoot: string
  readonly archive: string
}

/**
 * Copies a database without its turns and tasks: skills, versions and the decisions on them, with paths in the folders
 * of the copy. The original is not opened, and nothing is written beside it. False if no consistent copy could be made
 * because it is being written to.
 */
export function copySkillRows(file: string, into: string, { skillsRoot, archive }: SkillFolders): boolean {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    for (const suffix of ['', '-wal']) {
      rmSync(into + suffix, { force: true })
      if (existsSync(file + suffix)) copyFileSync(file + suffix, into + suffix)
    }
    const db = new Sqlite(into)
    try {
      if (db.pragma('integrity_check(1)', { simple: true }) !== 'ok') continue
      const tables = db.prepare<[], string>("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
      db.pragma('foreign_keys = OFF')
      db.transaction(() => {
        for (const table of PAST) if (tables.includes(table)) db.exec(`DELETE FROM ${table}`)
        // An older database, which has no counts, gets them when it is opened.
        if (db.prepare("SELECT 1 FROM pragma_table_info('world') WHERE name = 'turn_rows'").get() !== undefined)
          db.exec('UPDATE world SET turn_rows = 0, decision_rows = 0')
        if (tables.includes('skills')) {
          const gone = "status IN ('archived', 'revoked')"
          db.prepare(`UPDATE skills SET path = ? || '/' || name WHERE NOT ${gone}`).run(skillsRoot)
          db.prepare(`UPDATE skills SET path = ? || '/' || name WHERE ${gone}`).run(archive)
        }
      })()
      return true
    } catch (error) {
      // A copy made during a write may be inconsistent.
      if (!/^SQLITE_(CORRUPT|NOTADB)/.test(String((error as { code?: unknown }).code))) throw error
    } finally {
      db.close()
    }
  }
  for (const suffix of ['', '-wal', '-shm']) rmSync(into + suffix, { force: true })
  return false
}

const ATTEMPTS = 3

/** Tables of turns and requests. */
const PAST = [
  'turns',
  'uncounted',
  'buckets',
  'group_requests',
  'groups',
  'group_levels',
  'triggers',
  'decisions',
  'sources',
  'skill_exports',
]

/**
 * Rewrites the paths of a restored database to this home: skills lie below the skills folder or the archive, and a copy
 * for agents is a folder of the skill's name.
 */
export function rebase(file: string, { skillsRoot, archive }: SkillFolders): void {
  const db = new Sqlite(file)
  try {
    const skills = db.prepare<[], Pick<typeof skillTable.$inferSelect, 'id' | 'name' | 'status' | 'path'>>(
      'SELECT id, name, status, path FROM skills',
    )
    const place = db.prepare('UPDATE skills SET path = ?, stamp = ? WHERE id = ?')
    const copies = db.prepare<[], Pick<typeof skillExports.$inferSelect, 'path' | 'root' | 'skillName'>>(
      'SELECT path, root, skill_name AS skillName FROM skill_exports',
    )
    db.transaction(() => {
      for (const { id, name, status, path } of skills.all()) {
        const isAway = status === 'archived' || status === 'revoked'
        place.run(isAway ? `${archive}/${folderName(path, name)}` : `${skillsRoot}/${name}`, isAway ? '' : null, id)
      }
      for (const { path, root, skillName: name } of copies.all())
        if (!isSkillName(name) || path !== `${root}/${name}`)
          db.prepare('DELETE FROM skill_exports WHERE path = ?').run(path)
    })()
  } finally {
    db.close()
  }
}

/** The last component of a path, if it is a folder's name. */
function folderName(path: string, skill: string): string {
  const last = basename(path)
  if (/^[\p{L}\p{N}][^/\\]*$/u.test(last)) return last
  return isSkillName(skill) ? skill : 'unknown'
}
