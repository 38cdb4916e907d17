import { basename } from 'node:path'
import { isSkillName, isWithdrawn } from '../../domain/skill.ts'
import { Sqlite } from './driver.ts'
import type { skillExports, skills as skillTable } from './schema.ts'

/** The folders of skills in the copy. */
export interface SkillFolders {
  readonly skillsRoot: string
  readonly archive: string
}

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
        const isAway = isWithdrawn({ status })
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
