import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hookCommand } from '../../../src/connect/hook-command.ts'
import { usualSocket } from '../../../src/daemon/address.ts'
import { MAIN } from '../../cli/command-line.ts'
import { claudeCode as agent, review } from './agents.ts'
import { AgentHome } from './hooks.ts'

/** A home whose folders are the usual ones, and no variable of ours is set. */
export class UsualHome extends AgentHome {
  override readonly config = join(this.root, '.config')
  override readonly skills = join(this.config, 'wayland-core', 'skills')
  override readonly data = join(this.root, '.local', 'share', 'wayland-core')
  override readonly database = join(this.data, 'wayland-core.db')

  override env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return { PATH: process.env.PATH ?? '', HOME: this.root, ...more }
  }

  /** Runs what `install` writes. `node` may be none: then only the daemon can answer. */
  script(event: 'prompt' | 'end', session: string, { node = NONE, more = {}, words = {}, to = '' }: Called = {}) {
    const turn = review(session, { request: 'please review the changes on my branch' })
    const payload = agent.payload(event, turn, join(this.root, agent.file(session)))
    const named = { node, main: MAIN, platform: process.platform, socket: usualSocket(this.data) }
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', `{ ${hookCommand(named, agent.engine, agent.events[event])}; } ${to}`],
      { env: this.env(more), cwd: this.work, input: JSON.stringify({ ...payload, ...words }), encoding: 'utf8' },
    )
    return { code: status, stdout, stderr }
  }

  /** Asks until there is a hint: a busy machine may take longer than the script waits, and no Node answers then. */
  async hinted(session: string, how: Called = {}): Promise<void> {
    await this.until(async () => this.script('prompt', session, how).stdout.includes(HINT))
  }

  get jobs(): readonly string[] {
    const spool = join(this.data, 'spool')
    return existsSync(spool) ? readdirSync(spool).filter((name) => name.endsWith('.json')) : []
  }
}

interface Called {
  readonly node?: string
  readonly more?: Readonly<Record<string, string>>
  readonly words?: object
  readonly to?: string
}

const NONE = '/nowhere/node'
export const HINT = '[wayland-core]'
