import { lstat, realpath } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import { absent } from './folder-files.ts'

/** Throws `refused` if a path, or its nearest existing parent, leads out of a project through a link. */
export async function insistInside(path: string, project: string): Promise<void> {
  const top = await realpath(project)
  for (let at = path; ; at = dirname(at)) {
    const real = await realpath(at).catch(absent)
    if (real === undefined && (await lstat(at).catch(absent)) === undefined) continue
    // A dangling link: writing through it would create a file at its target.
    if (real === undefined || (real !== top && !real.startsWith(top + sep)))
      throw new WaylandError('refused', `${at} leads out of the project ${project}; nothing is written there`, {
        hint: 'Put a file or a folder of the project in the place of the link.',
      })
    return
  }
}
