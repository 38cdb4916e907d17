import { existsSync, readFileSync } from 'node:fs'
import { engineFolders } from '../../../src/engines/folders.ts'
import { settingsOf } from '../../engines/loaded.ts'
import type { AgentHome } from '../agent-home.ts'
import type { Course } from '../course.ts'

type Texts = Readonly<Record<string, string | undefined>>

/** An agent that was connected. */
export interface Connection {
  /** Its files before, by their role. */
  readonly before: Texts
  readonly wrong: string | undefined
}

export async function connect(home: AgentHome): Promise<Connection> {
  const { driver } = home
  const before = filesOf(home)
  const { status } = await home.json<{ status: string }>(['install', driver.agent])
  if (status !== 'connected') return { before, wrong: `install says "${status}"` }
  driver.trust?.(home.where)
  const { checks } = await home.json<{ checks: { what: string; state: string; found: string }[] }>(['doctor'])
  const check = checks.find(({ what }) => what === driver.agent)
  return { before, wrong: check?.state === 'wrong' ? `doctor: ${check.found}` : undefined }
}

/**
 * Takes the hooks out twice: from files that the agent may have written to since, where nothing of ours may be left; and
 * right after they were put in again, where the bytes are those from before.
 */
export async function disconnect(course: Course, { before }: Connection): Promise<void> {
  const { home } = course
  const { agent, trust } = home.driver
  await course.cell('uninstalled', async () => {
    await home.json(['uninstall', agent])
    const own = filesOf(home)
    const ours = Object.keys(own).find((role) => /wayland-core(?!\/skills)/.test(own[role] ?? ''))
    if (ours !== undefined) return `${ours} still names wayland-core`
    await home.json(['install', agent])
    await home.json(['uninstall', agent])
    const after = filesOf(home)
    const changed = Object.keys(after).find((role) => after[role] !== own[role])
    if (changed !== undefined) return `${changed} is not as it was`
    // What the person trusted in between was written by them, and stays.
    const other = Object.keys(own).find((role) => own[role] !== before[role])
    return other === undefined || trust !== undefined || wroteThere(own[other], before[other])
      ? undefined
      : `${other} is not as it was before the first install`
  })
}

/** Whether an agent changed its own settings: then they hold more than before. */
function wroteThere(now: string | undefined, before: string | undefined): boolean {
  if (now === undefined || before === undefined) return false
  return JSON.stringify(JSON.parse(now)) !== JSON.stringify(JSON.parse(before))
}

function filesOf(home: AgentHome): Texts {
  const place = { scope: 'user' as const, folders: engineFolders(home.home, {}) }
  const files = Object.entries(settingsOf(home.driver.agent).files(place))
  return Object.fromEntries(
    files.map(([role, path]) => [role, existsSync(path) ? readFileSync(path, 'utf8') : undefined]),
  )
}
