import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyed } from '../keys.ts'

/** A project as a team knows it: the hash of its remote under the team's key, and a name that people read. */
export interface TeamProject {
  readonly id: string
  readonly name: string
}

/** What a team calls the project of a folder, by its remote `origin`; undefined where it has none that another machine could have. */
export function teamProjectOf(project: string, key: string): TeamProject | undefined {
  const remote = remoteOf(project)
  return remote === undefined ? undefined : { id: keyed(key, remote), name: remote.slice(remote.lastIndexOf('/') + 1) }
}

/** Host and path of the remote `origin` of a repository, the same for each way to reach it: `github.com/ann/tools`. */
function remoteOf(project: string): string | undefined {
  for (const path of [join(project, '.git', 'config'), join(project, 'config')])
    try {
      const section = /^\[remote "origin"\]$([^[]*)/m.exec(readFileSync(path, 'utf8'))?.[1] ?? ''
      const url = /^[ \t]*url[ \t]*=[ \t]*(\S+)/m.exec(section)?.[1]
      return url === undefined ? undefined : normalised(url)
    } catch {
      // No repository, or one that is not ours to read.
    }
  return undefined
}

/** Undefined for a path of this machine. */
function normalised(url: string): string | undefined {
  // git's short form of ssh: [user@]host:path
  const long = url.includes('://') ? url : url.replace(/^(?:[^@/:]+@)?([^/:]+):(?!\/)/, 'ssh://$1/')
  if (!URL.canParse(long)) return undefined
  const { protocol, hostname, pathname } = new URL(long)
  const path = pathname.replace(/\/$/, '').replace(/\.git$/, '')
  return protocol === 'file:' || hostname === '' || path.length < 2 ? undefined : `${hostname}${path}`.toLowerCase()
}
