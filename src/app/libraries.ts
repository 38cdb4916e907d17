import type { Config } from '../config/config.ts'
import { createShelf, type Shelf, type ShelfParts } from '../service/bank/shelf.ts'
import { librariesBelow, librariesIn } from '../store/bank-layout.ts'
import { isThere } from '../store/folder-files.ts'
import { libraryNames, libraryPaths, libraryStamp, readLibrarySkill } from '../store/library-folder.ts'
import { stampOf } from '../store/read-skill-folder.ts'
import { type Approvals, openApprovals } from '../store/verdict-files.ts'

/** The libraries of a loop: the folders of its option, those imported for everybody, and those of its user. */
export function wireLibraries({
  config: { settings, mainData, dataDir },
  ...parts
}: Pick<ShelfParts, 'store' | 'clock' | 'tell' | 'later'> & { readonly config: Config }): {
  readonly shelf: Shelf
  readonly approvals: Approvals
} {
  const data = [...new Set([mainData, dataDir])].filter((folder) => folder !== null)
  const places = data.map(librariesBelow)
  const approvals = openApprovals(data)
  const shelf = createShelf({
    ...{ ...parts, approvals, isThere, stampOf: libraryStamp, pathsIn: libraryPaths },
    ...{ readSkill: readLibrarySkill, skillStamp: stampOf },
    folders: () => libraryNames([...(settings['bank.libraries'] ?? []), ...places.flatMap(librariesIn)]),
  })
  return { shelf, approvals }
}
