import type { Config } from '../config/config.ts'
import type { LibrariesParts } from '../service/libraries.ts'

/** The libraries of a loop: the folders of its option, those imported for everybody, and those of its user. */
export async function ownLibraries({
  settings,
  mainData,
  dataDir,
}: Config): Promise<Pick<LibrariesParts, 'folders' | 'nameOf' | 'stampOf' | 'read'>> {
  const { libraryName, libraryStamp, readLibrary } = await import('../store/library-folder.ts')
  const { librariesBelow, librariesIn } = await import('../store/bank-layout.ts')
  const places = [...new Set([mainData, dataDir])].flatMap((folder) =>
    folder === null ? [] : [librariesBelow(folder)],
  )
  return {
    folders: () => [...(settings['bank.libraries'] ?? []), ...places.flatMap(librariesIn)],
    ...{ nameOf: libraryName, stampOf: libraryStamp, read: readLibrary },
  }
}
