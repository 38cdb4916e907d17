import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chooseRoots } from '../domain/export/roots.ts'
import { ENGINES } from '../engines/engines.ts'
import type { EngineFolders } from '../engines/folders.ts'
import { SKILL_ROOTS, skillReaders } from '../engines/skill-folders.ts'
import type { ExportTarget } from '../service/catalogue/exporter.ts'

/** The user's home as the `base` of a copy, as opposed to a project's folder. */
export const USER = 'user'

/**
 * The folders of a place that are to hold copies of active skills, for these engines. Folders that are the same through
 * a link count once: many people share one skill folder between agents.
 */
export async function exportTargets(
  folders: EngineFolders,
  base: string,
  engines: readonly string[],
): Promise<readonly ExportTarget[]> {
  const path = (root: string): string =>
    base === USER ? join(folders[root] ?? '', 'skills') : join(base, `.${root}`, 'skills')
  const targets = new Map<string, ExportTarget>()
  for (const { root, engines: readers, alsoRead } of chosen(folders, base, engines, path)) {
    const real = await realOf(root)
    const same = targets.get(real)
    targets.set(real, {
      root: same?.root ?? root,
      base,
      engines: [...(same?.engines ?? []), ...readers],
      alsoRead: [...(same?.alsoRead ?? []), ...alsoRead],
    })
  }
  return await Promise.all(
    [...targets.values()].map(async (target) => {
      const others = new Map<string, string>()
      for (const other of target.alsoRead) others.set(await realOf(other), other)
      return { ...target, alsoRead: [...others].flatMap(([real, other]) => (targets.has(real) ? [] : [other])) }
    }),
  )
}

/** Every skill folder of a place (home or project) that any agent reads. */
export const agentRoots = (folders: EngineFolders, base: string): readonly string[] => [
  ...new Set(
    SKILL_ROOTS.map((root) => (base === USER ? join(folders[root] ?? '', 'skills') : join(base, `.${root}`, 'skills'))),
  ),
]

/** An engine whose home was moved by its variable does not read the user's home: it gets copies of its own. */
function chosen(
  folders: EngineFolders,
  base: string,
  engines: readonly string[],
  path: (root: string) => string,
): readonly Omit<ExportTarget, 'base'>[] {
  const apart = base === USER ? movedHomes(folders, engines) : []
  const together = engines.filter((engine) => !apart.some(({ name }) => name === engine))
  return [
    ...chooseRoots(skillReaders(together, base === USER ? 'user' : 'project'), SKILL_ROOTS).map(
      ({ root, alsoRead, ...readers }) => ({ root: path(root), ...readers, alsoRead: alsoRead.map(path) }),
    ),
    ...apart.map(({ name, root }) => ({
      root: path(root),
      engines: [name],
      alsoRead: [join(dirname(folders[root] ?? ''), '.agents', 'skills')],
    })),
  ]
}

/** The engines whose home, which a variable can move as a whole, is not at its default place. */
const movedHomes = (folders: EngineFolders, engines: readonly string[]) =>
  ENGINES.flatMap(({ name, home }) =>
    home?.movesAll === true && engines.includes(name) && folders[home.root] !== home.folder(folders.home, {})
      ? [{ name, root: home.root }]
      : [],
  )

const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)
