import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, usersFolder } from '../config/config.ts'
import { userFolder } from '../domain/bank/user-folder.ts'
import { WaylandError } from '../domain/errors.ts'
import { reached } from './first-use.ts'
import type { SkillBank, SkillLoop, SkillLoopOptions, UserLoop } from './skill-loop.ts'

/** Loops that are open at once; more are opened where all of them are at work. */
const MAX_OPEN = 8

export type OpenBank = Pick<SkillBank, 'of' | 'users'> & AsyncDisposable

interface Opened {
  readonly loop: Promise<SkillLoop>
  /** Calls that are in progress. */
  calls: number
}

/** The bank below the data folder of a loop; `open` opens the loop of a user with these options. */
export function createSkillBank(
  { mainData }: Pick<Config, 'mainData'>,
  options: SkillLoopOptions,
  open: (options: SkillLoopOptions) => Promise<SkillLoop>,
): OpenBank {
  /** The least recently used first. */
  const opened = new Map<string, Opened>()
  const closing = new Map<string, Promise<void>>()

  async function of(user: string): Promise<UserLoop> {
    userFolder(user)
    if (mainData === null) throw new WaylandError('storage_unavailable', 'a bank of users needs a data folder')
    const { config, database } = await call(user, async ({ upkeep }) => upkeep)
    const part = <P extends keyof UserLoop>(name: P, ready: Partial<UserLoop[P]> = {}) =>
      reached<UserLoop[P] & object>(async (work) => await call(user, async (loop) => await work(loop[name])), ready)
    return reached<UserLoop>(async (work) => await call(user, async (loop) => await work(loop)), {
      ...{ offers: part('offers'), review: part('review'), learning: part('learning') },
      upkeep: part('upkeep', { config, database }),
    })
  }

  async function call<R>(user: string, work: (loop: SkillLoop) => Promise<R>): Promise<R> {
    const entry = opened.get(user) ?? { loop: begin(user), calls: 0 }
    opened.delete(user)
    opened.set(user, entry)
    entry.calls++
    try {
      return await work(await entry.loop)
    } finally {
      entry.calls--
      closeOldest()
    }
  }

  async function begin(user: string): Promise<SkillLoop> {
    // One loop of a user at a time: what the last one writes on closing is there before this one reads.
    await closing.get(user)
    try {
      return await open({ ...options, settings: { ...options.settings, user } })
    } catch (error) {
      opened.delete(user)
      throw error
    }
  }

  function closeOldest(): void {
    for (const [user, { loop, calls }] of opened) {
      if (opened.size <= MAX_OPEN) return
      if (calls > 0) continue
      opened.delete(user)
      closing.set(user, close(user, loop))
    }
  }

  async function close(user: string, loop: Promise<SkillLoop>): Promise<void> {
    try {
      await (await loop)[Symbol.asyncDispose]()
    } catch (cause) {
      options.onEvent?.({ kind: 'warning', what: `the loop of the user "${user}" did not close`, cause })
    } finally {
      closing.delete(user)
    }
  }

  return {
    of,
    users: async () => (mainData === null ? [] : namesIn(usersFolder(mainData)).sort()),
    async [Symbol.asyncDispose]() {
      const open = [...opened]
      opened.clear()
      await Promise.all([...closing.values(), ...open.map(async ([user, { loop }]) => await close(user, loop))])
    },
  }
}

/** The loop of a user has no users. */
export const NO_BANK: OpenBank = {
  of: async () => {
    throw new WaylandError('bad_usage', 'the loop of a user has no users', { hint: 'Ask the loop that has the bank.' })
  },
  users: async () => [],
  async [Symbol.asyncDispose]() {},
}

/** Holds the name of a user whose folder is named by a digest. */
const NAME = 'user.json'

/** Writes down the name of the user whose loop is opened, where the name of the folder does not say it. */
export function keepUserName({ settings: { user }, mainData }: Config): void {
  if (user === null || mainData === null || userFolder(user) === user) return
  const folder = join(usersFolder(mainData), userFolder(user))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(join(folder, NAME), JSON.stringify({ user }), { mode: 0o600 })
}

function namesIn(folder: string): string[] {
  let found: readonly string[]
  try {
    found = readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return found.flatMap((name) => {
    if (!name.startsWith('~')) return [name]
    try {
      return [(JSON.parse(readFileSync(join(folder, name, NAME), 'utf8')) as { readonly user: string }).user]
    } catch {
      return []
    }
  })
}
