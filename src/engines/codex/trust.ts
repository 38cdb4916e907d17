import { createHash } from 'node:crypto'

/** One of our hooks as Codex identifies it: by file, event, and index among the groups and hooks of that event. */
export interface PlacedHook {
  readonly file: string
  readonly event: string
  readonly group: number
  readonly index: number
  readonly command: string
  readonly timeout: number
}

/**
 * Why Codex would not run hooks, by the person's decisions in `hooks.state` of config.toml; undefined where it would.
 * The rules are those of codex-rs/hooks/src/engine/discovery.rs.
 */
export function distrustOf(hooks: readonly PlacedHook[], state: unknown): string | undefined {
  const told = Object.entries(isTable(state) ? state : {}).filter((pair): pair is [string, Told] => isTable(pair[1]))
  const [first] = hooks.flatMap((hook) => {
    const tail = `:${snake(hook.event)}:${hook.group}:${hook.index}`
    const trusts = ({ trusted_hash: hash }: Told) => hash === trustedHash(hook)
    const here = told.find(([key]) => key === hook.file + tail)?.[1]
    if (here?.enabled === false) return ['are switched off in Codex: /hooks switches them on']
    if (here !== undefined && trusts(here)) return []
    // The same folder by another path, such as behind a link.
    if (here === undefined && told.some(([key, each]) => key.endsWith(tail) && trusts(each))) return []
    return here?.trusted_hash === undefined ? ['are not trusted yet'] : ['are not those that you trusted']
  })
  return first
}

/** What Codex keeps of a hook that was trusted: SHA-256 of its definition as JSON without spaces, keys in order. */
export function trustedHash({ event, command, timeout }: Pick<PlacedHook, 'event' | 'command' | 'timeout'>): string {
  const hook = { async: false, command, timeout, type: 'command' }
  const text = JSON.stringify({ event_name: snake(event), hooks: [hook] })
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

interface Told {
  readonly enabled?: unknown
  readonly trusted_hash?: unknown
}

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const snake = (event: string): string => event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
