import { join } from 'node:path'
import { copiedContent } from '../../domain/export/shape.ts'
import { visibilityOf } from '../../domain/visibility.ts'
import type { ExportFolder } from '../../store/copies-folder.ts'
import type { SkillRecord } from '../../store/skill-records.ts'
import type { Core } from '../core.ts'

/** A copy of a skill in an agent's folder without an export record: put back by hand, or by a backup of that folder. */
export interface StrayCopy {
  readonly skill: string
  readonly status: SkillRecord['status']
  readonly path: string
}

/** A folder from which an agent reads skills. */
export interface AgentFolder {
  readonly root: string
  /** `user`, or the folder of the project. */
  readonly base: string
}

/**
 * Copies of skills that agents may no longer have, found by their content, for whichever engine they were written. They
 * are reported and not removed, because it is unknown who put them there.
 */
export function strayCopies(
  parts: Core<'store' | 'ledgerFile'> & {
    readonly places: () => Promise<readonly AgentFolder[]>
    readonly open: (root: string, base: string) => Promise<ExportFolder | undefined>
  },
): (skills: readonly SkillRecord[]) => Promise<readonly StrayCopy[]> {
  const { store, ledgerFile, places, open } = parts
  /** Digests of each version whose files are stored, and of the last version stored beside the skills. */
  async function contentsOf({ id, name }: SkillRecord): Promise<ReadonlySet<string | undefined>> {
    const contents = new Set<string | undefined>()
    for (const version of await store.versions(id)) contents.add(copiedContent(await store.files(version.id)))
    for (const { skill } of ledgerFile.read()) if (skill?.name === name) contents.add(skill.content ?? undefined)
    contents.delete(undefined)
    return contents
  }

  return async (skills) => {
    const held = new Map(skills.filter((row) => !visibilityOf(row).exported).map((row) => [row.name, row]))
    if (held.size === 0) return []
    const noted = new Set((await store.exports()).map(({ path }) => path))
    const found: StrayCopy[] = []
    for (const { root, base } of await places()) {
      const folder = await open(root, base).catch(() => undefined)
      for (const { name } of (await folder?.list().catch(() => [])) ?? []) {
        const [row, path] = [held.get(name), join(root, name)]
        if (row === undefined || noted.has(path)) continue
        const there = await folder?.read(name).catch(() => undefined)
        if (there === undefined) continue
        const contents = await contentsOf(row)
        if (contents.has(copiedContent(there.files))) found.push({ skill: name, status: row.status, path })
      }
    }
    return found
  }
}
