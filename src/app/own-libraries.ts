import type { Config } from '../config/config.ts'
import type { LibrariesParts } from '../service/bank/libraries.ts'
import { SkillIndex } from './skill-index.ts'

/** The libraries of a loop: the folders of its option, those imported for everybody, and those of its user. */
export async function ownLibraries({
  settings,
  mainData,
  dataDir,
}: Config): Promise<Pick<LibrariesParts, 'folders' | 'nameOf' | 'stampOf' | 'read' | 'approvals' | 'index'>> {
  const { libraryName, libraryStamp, readLibrary } = await import('../store/library-folder.ts')
  const { librariesBelow, librariesIn } = await import('../store/bank-layout.ts')
  const { openApprovals } = await import('../store/approvals-file.ts')
  const data = [...new Set([mainData, dataDir])].filter((folder) => folder !== null)
  const places = data.map(librariesBelow)
  return {
    folders: () => [...(settings['bank.libraries'] ?? []), ...places.flatMap(librariesIn)],
    ...{
      nameOf: libraryName,
      stampOf: libraryStamp,
      read: readLibrary,
      approvals: openApprovals(data),
      index: () => new SkillIndex(),
    },
  }
}
