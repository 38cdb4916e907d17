import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, resolve, sep } from 'node:path'

/**
 * The project of a folder, the same path for all worktrees of a repository: the repository that git would find from
 * there (its common directory, without a last `/.git`), else the folder itself. A folder that is gone is placed by the
 * usual layouts of worktrees; else it is as told, as is a path that is not absolute. Reads a few small files and runs
 * nothing; never throws.
 */
export function projectOf(told: string): string {
  if (!isAbsolute(told) || told.includes('\0')) return told
  const folder = withoutLastSlash(normalize(told))
  const known = kept.get(folder)
  const [now] = process.hrtime()
  if (known !== undefined && now - known.at < KEPT_S) return known.project
  const project = find(folder)
  kept.delete(folder)
  kept.set(folder, { project, at: now })
  if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '')
  return project
}

/** An import asks for the same few folders thousands of times; a repository that is made meanwhile is soon seen. */
const kept = new Map<string, { readonly project: string; readonly at: number }>()
const MOST_KEPT = 256
const KEPT_S = 30

function find(folder: string): string {
  const real = realFolder(folder)
  if (real !== undefined) return repositoryAbove(real) ?? real
  const owner = ownerByLayout(folder.split(sep))?.join(sep)
  if (owner === undefined) return folder
  const realOwner = realFolder(owner)
  return realOwner === undefined ? owner : (repositoryAbove(realOwner) ?? realOwner)
}

function repositoryAbove(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const common = commonDirectory(join(at, '.git'))
    if (common !== undefined) return common.endsWith(`${sep}.git`) ? dirname(common) : common
    if (dirname(at) === at) return undefined
  }
}

/** The common directory that a `.git` leads to: a folder is it, a file names the worktree's own, which names it. */
function commonDirectory(git: string): string | undefined {
  if (smallFile(join(git, 'HEAD')) !== undefined) return realFolder(git)
  const named = /^gitdir: (.+)$/m.exec(smallFile(git) ?? '')?.[1]
  if (named === undefined) return undefined
  const own = resolve(dirname(git), named.trim())
  const common = smallFile(join(own, 'commondir'))?.trim()
  if (common !== undefined) return realFolder(resolve(own, common)) ?? resolve(own, common)
  if (smallFile(join(own, 'HEAD')) !== undefined) return realFolder(own)
  // The worktree outlived what its repository kept of it, or the repository itself.
  return basename(dirname(own)) === 'worktrees' ? dirname(dirname(own)) : undefined
}

/**
 * What a worktree that is gone belonged to, where agents put them: below the repository, or in one place of the agent,
 * by the repository's name.
 */
function ownerByLayout(parts: readonly string[]): readonly string[] | undefined {
  const at = parts.findIndex(
    (name, i) => name === '.worktrees' || (name === 'worktrees' && AGENTS.has(parts[i - 1] ?? '')),
  )
  if (at < 0 || at === parts.length - 1) return undefined
  const [first = '', second] = parts.slice(at + 1)
  if (parts[at] === '.worktrees') return parts.slice(0, at)
  if (parts[at - 1] === '.claude') return parts.slice(0, at - 1)
  if (second === undefined) return undefined
  return [...parts.slice(0, at + 1), parts[at - 1] === '.codex' ? second : first]
}

/** `<repository>/.claude/worktrees/<name>`, `~/.codex/worktrees/<id>/<repository>`, `~/.cursor/worktrees/<repository>/<id>`. */
const AGENTS: ReadonlySet<string> = new Set(['.claude', '.codex', '.cursor'])

const withoutLastSlash = (path: string): string => (path.length > 1 && path.endsWith(sep) ? path.slice(0, -1) : path)

/** The real path of a folder; undefined where there is none. */
function realFolder(path: string): string | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? realpathSync(path) : undefined
  } catch {
    return undefined
  }
}

/** git writes less than this into each file that is read here. */
const MOST_BYTES = 8_192

/** The text of a small regular file; undefined where there is none. */
function smallFile(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found?.isFile() === true && found.size <= MOST_BYTES ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
