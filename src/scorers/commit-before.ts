import { git } from './git.ts'

/** Where a project's repository is, and the commit that it was at. */
export interface RepositoryAt {
  readonly path: string
  readonly commit: string
}

/** The latest commit of a project before a time (Unix seconds); undefined where it is in no git repository, or was in none. */
export async function commitBefore(
  project: string,
  at: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<RepositoryAt | undefined> {
  const how = { folder: project, env, signal: AbortSignal.timeout(TIMEOUT_MS) }
  try {
    const path = await git(['rev-parse', '--show-toplevel'], how)
    const commit = await git(['rev-list', '-1', `--before=${at}`, 'HEAD'], how)
    return path === '' || commit === '' ? undefined : { path, commit }
  } catch {
    // The folder is gone, git is not installed, or nothing was committed.
    return undefined
  }
}

const TIMEOUT_MS = 10_000
