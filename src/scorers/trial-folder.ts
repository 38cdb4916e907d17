import { readdirSync } from 'node:fs'
import { lstat, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { WaylandError } from '../domain/errors.ts'
import type { ProofTask } from '../domain/proof/task.ts'
import { endMarked } from '../platform/end-marked.ts'
import { processIsAlive } from '../platform/process.ts'
import { git } from './git.ts'

/** A folder in which one task is tried once. */
export interface TrialFolder {
  /** Where the agent works: a copy of the project at the commit, or an empty repository. */
  readonly work: string
  /** What every process of the trial has in its environment: a mark, and a temporary folder that goes with it. */
  readonly env: Readonly<Record<string, string>>
  /** Ends what still runs of it, and removes it. */
  readonly remove: () => Promise<void>
}

/**
 * Makes a git worktree of the task's repository at its commit, below a new temporary folder. The worktree belongs to a mirror
 * beside it that borrows the objects and has no remote: what an agent commits, tags or pushes never reaches the person's
 * repository. Throws `unavailable` where the repository has no such commit.
 */
export async function makeTrialFolder(
  task: ProofTask,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<TrialFolder> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), PREFIX)))
  const remove = async () => await removeTrial(folder)
  try {
    await writeFile(join(folder, OWNER), JSON.stringify({ pid: process.pid }))
    const work = await copyOf(task, folder, env, signal)
    const temporary = join(folder, 'tmp')
    await mkdir(temporary)
    return { work, env: { [MARK]: folder, TMPDIR: temporary }, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes the folders of trials whose process was killed, and ends what still runs of them. */
export async function sweepTrials(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(tmpdir(), name)
    const info = await lstat(folder).catch(() => undefined)
    if (info?.isDirectory() !== true || info.uid !== (process.getuid?.() ?? info.uid)) continue
    const owner = await readFile(join(folder, OWNER), 'utf8').then(pidOf, () => undefined)
    const isOwned = owner === undefined ? Date.now() - info.mtimeMs < FRESH_MS : processIsAlive(owner)
    if (!isOwned) await removeTrial(await realpath(folder))
  }
}

const PREFIX = 'wayland-trial-'
const OWNER = 'owner.json'
const MARK = 'WAYLAND_TRIAL'
/** A folder without a named owner is being made for so long, in ms. */
const FRESH_MS = 60_000

const pidOf = (text: string): number | undefined => {
  const found = /"pid":(\d{1,9})/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

async function removeTrial(folder: string): Promise<void> {
  endMarked(MARK, folder)
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function copyOf(
  { id, repository }: ProofTask,
  folder: string,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<string> {
  const run = async (where: string, ...words: readonly string[]) => await git(words, { folder: where, env, signal })
  if (repository === undefined) {
    const work = join(folder, 'work')
    await mkdir(work)
    await run(work, 'init', '--quiet')
    return work
  }
  const { path, commit } = repository
  const known = async (...words: readonly string[]) => await run(path, 'rev-parse', ...words).catch(() => undefined)
  const top = await known('--show-toplevel')
  const whole = await known('--verify', '--quiet', '--end-of-options', `${commit}^{commit}`)
  if (top === undefined) throw missing(id, `${path} is no git repository`)
  if (whole === undefined) throw missing(id, `${path} has no commit ${commit}`)
  const [mirror, work] = [join(folder, 'mirror.git'), join(folder, basename(top) || 'work')]
  await run(folder, 'clone', '--quiet', '--mirror', '--shared', '--', top, mirror)
  await run(mirror, 'config', '--remove-section', 'remote.origin')
  for (const key of ['user.name', 'user.email']) {
    const value = await run(path, 'config', key).catch(() => '')
    if (value !== '') await run(mirror, 'config', key, value)
  }
  await run(mirror, 'worktree', 'add', '--quiet', '--detach', work, whole)
  return join(work, (await known('--show-prefix')) ?? '')
}

const missing = (task: string, what: string): WaylandError =>
  new WaylandError('unavailable', `Task ${task} cannot be tried: ${what}`, {
    hint: 'Correct "repository" of the task; its commit must be in the repository on this machine.',
  })
