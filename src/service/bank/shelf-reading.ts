import { join } from 'node:path'
import { librarySkill, type ShelvedSkill } from '../../domain/bank/library-skill.ts'
import { contentDigest } from '../../domain/digest.ts'
import { RULES_VERSION } from '../../domain/safety/rules-version.ts'
import type { LibraryFolder } from '../../store/library-folder.ts'

export interface ReadNow {
  readonly skill: ShelvedSkill
  readonly files: LibraryFolder['files']
}

export interface ShelfReading {
  /** The folders as they are now, with the name of each library. */
  readonly folders: () => ReadonlyMap<string, string>
  readonly readSkill: (root: string, path: string) => Promise<LibraryFolder>
  /** The stamp of a skill's files. */
  readonly skillStamp: (folder: string) => Promise<string | undefined>
}

/** Reads one skill of a library: its row and files; why it is withheld; undefined where there is none. */
export const createShelving =
  ({ folders, readSkill }: Pick<ShelfReading, 'folders' | 'readSkill'>) =>
  async (root: string, path: string, digests: ReadonlySet<string>): Promise<ReadNow | string | undefined> => {
    const { files, stamp, why } = await readSkill(root, path)
    if (why !== undefined) return why
    const library = folders().get(root) ?? ''
    const text = Buffer.from(files.get('SKILL.md') ?? []).toString('utf8')
    const skill = librarySkill(library, path, text)
    if (skill === undefined) return undefined
    const { gravest, scanFiles } = await import('../../domain/safety.ts')
    const digest = contentDigest(files)
    const isBlocked = gravest(scanFiles(files)) === 'block'
    return {
      files,
      skill: {
        ...{ ...skill, id: `${library}/${path}`, root, digest, stamp, rules: RULES_VERSION, size: skill.body.length },
        standing: isBlocked ? 'blocked' : digests.has(digest) ? 'approved' : 'waits',
      },
    }
  }

/** Whether a skill's files, approval and rules are those of its row. */
export async function isAsRead(
  row: ShelvedSkill,
  digests: ReadonlySet<string>,
  skillStamp: ShelfReading['skillStamp'],
): Promise<boolean> {
  const isDecided = row.standing === 'blocked' || digests.has(row.digest) === (row.standing === 'approved')
  return isDecided && row.rules === RULES_VERSION && row.stamp === (await skillStamp(join(row.root, row.path)))
}
