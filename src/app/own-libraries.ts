import type { Config } from '../config/config.ts'
import type { Libraries, LibrariesParts } from '../service/bank/libraries.ts'
import type { CoreServices } from './core-services.ts'
import { onFirstUse } from './first-use.ts'
import { SkillIndex } from './skill-index.ts'

/** The libraries that a loop may offer from; their code is loaded on first use. */
export const loopLibraries = ({ config, clock, tell }: Pick<CoreServices, 'config' | 'clock' | 'tell'>): Libraries =>
  onFirstUse(async () =>
    (await import('../service/bank/libraries.ts')).createLibraries({ ...(await ownLibraries(config)), clock, tell }),
  )

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
