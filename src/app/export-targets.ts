import { realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chooseRoots, type RootName, type SkillReader } from '../domain/export/roots.ts'
import type { EngineFolders } from '../engines/folders.ts'
import type { ExportTarget } from '../service/exporter.ts'

/** The person's own place, as a record calls it. */
export const USER = 'user'

/**
 * The folders of a place that active skills belong in, for the engines given. Folders that are one behind a link count
 * once: many people keep one folder of skills for all of their agents.
 */
export async function exportTargets(
  folders: EngineFolders,
  base: string,
  engines: readonly SkillReader[],
): Promise<readonly ExportTarget[]> {
  const path = (root: RootName): string =>
    base === USER ? join(folders[root], 'skills') : join(base, `.${root}`, 'skills')
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

/** Gemini CLI in another home reads nothing in this one: it is written for apart. */
function chosen(
  folders: EngineFolders,
  base: string,
  engines: readonly SkillReader[],
  path: (root: RootName) => string,
): readonly Omit<ExportTarget, 'base'>[] {
  const isApart = base === USER && engines.includes('gemini') && folders.gemini !== join(folders.home, '.gemini')
  const together = engines.filter((engine) => !isApart || engine !== 'gemini')
  const apart = {
    root: path('gemini'),
    engines: ['gemini'] as const,
    alsoRead: [join(dirname(folders.gemini), '.agents', 'skills')],
  }
  return [
    ...chooseRoots(together, base === USER ? 'user' : 'project').map(({ root, alsoRead, ...readers }) => ({
      root: path(root),
      ...readers,
      alsoRead: alsoRead.map(path),
    })),
    ...(isApart ? [apart] : []),
  ]
}

const realOf = (path: string): Promise<string> => realpath(path).catch(() => path)
