import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type TurnTrajectory, toTrajectory } from '../../../src/domain/turn.ts'
import { turnFromWire } from '../../../src/domain/wire.ts'
import { settings } from '../../../src/engines/opencode/settings.ts'
import { scratch } from '../../scratch.ts'
import { places } from '../places.ts'

type Hooks = Record<string, (input: unknown, output?: unknown) => Promise<void>>

/**
 * The turns that OpenCode's plugin gives away when the events of a recorded run come again, in their order. A line of the
 * record is an event, or the messages that the session had when the plugin asked for them at that event.
 */
export async function givenByPlugin(record: string): Promise<readonly TurnTrajectory[]> {
  const folder = scratch()
  const main = join(folder, 'cli', 'main.js')
  mkdirSync(join(folder, 'cli'), { recursive: true })
  writeFileSync(
    main,
    `if (process.argv[2] === 'observe')
       require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'given'))}, require('node:fs').readFileSync(0))`,
  )
  const program = { node: process.execPath, main, platform: process.platform }
  const file = join(folder, 'plugin.mjs')
  writeFileSync(file, settings.connect({}, program, places().user).plugin ?? '')
  const { WaylandCore } = (await import(pathToFileURL(file).href)) as { WaylandCore: (host: unknown) => Promise<Hooks> }

  const lines = readFileSync(record, 'utf8').split('\n')
  const entries = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Recorded)
  let messages: unknown[] = []
  const client = {
    session: {
      get: async () => ({ data: { id: 'ses_001', directory: '/work/app' } }),
      messages: async () => ({ data: messages }),
    },
  }
  const hooks = await WaylandCore({ client, directory: '/work/app' })
  for (const [i, { event }] of entries.entries()) {
    if (event === undefined) continue
    messages = entries.slice(i).find(({ messagesAt }) => messagesAt === event.type)?.data ?? messages
    await hooks.event?.({ event })
  }
  const given = readFileSync(join(folder, 'given'), 'utf8').trim().split('\n')
  return given.map((line) => toTrajectory(turnFromWire(JSON.parse(line)), new Date(0)))
}

interface Recorded {
  readonly event?: { readonly type: string }
  readonly messagesAt?: string
  readonly data?: unknown[]
}
