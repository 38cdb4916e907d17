import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Program } from '../../connect/agent-settings.ts'
import { hookCommand, isOurCommand } from '../../connect/hook-command.ts'
import type { HookTable } from '../../connect/json-hooks.ts'
import { isAlike, isSame, MARK, type TomlTable, tomlValues, withBlock, withoutBlock } from '../../connect/toml-block.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import { isFields } from '../../domain/json-value.ts'

// Hooks in Codex' config.toml, where a person keeps hooks there.

const HOOKS = 'hooks'

/**
 * The text with our hooks in tables at its end; undefined where the file's own way of writing its hooks allows no
 * further table.
 */
export function withInlineHooks(text: string, file: string, table: HookTable, program: Program): string | undefined {
  const bare = withoutInlineHooks(text, file)
  const body = Object.entries(table.events).flatMap(([event, timeout]) => [
    `[[hooks.${event}]]`,
    `[[hooks.${event}.hooks]]`,
    'type = "command"',
    `command = ${JSON.stringify(hookCommand(program, 'codex', event))}`,
    `timeout = ${timeout}`,
  ])
  const after = withBlock(bare, HOOKS, body, 'end')
  try {
    return isSame(withoutOurs(tomlValues(after, file)), tomlValues(bare, file)) ? after : undefined
  } catch (error) {
    if (asWaylandError(error).code === 'bad_file') return undefined
    throw error
  }
}

/**
 * The text without our hooks, also those of an older version from which our comments were removed. Throws
 * `bad_file` where they are not written as we write them.
 */
export function withoutInlineHooks(text: string, file: string): string {
  if (text.startsWith(MARK)) return MARK + withoutInlineHooks(text.slice(1), file)
  const bare = withoutBlock(text, HOOKS)
  const values = tomlValues(bare, file)
  if (ourInlineCommands(values).length === 0) return bare
  const left = bare.replace(GROUP, (group) => (ourInlineCommands(tomlValues(group, file)).length === 0 ? group : ''))
  if (isAlike(tomlValues(left, file), withoutEmpty(withoutOurs(values)))) return left
  throw new WaylandError('bad_file', `${file}: hooks of ours stand in it that are not written as we write them`, {
    hint: 'Remove those hooks by hand.',
  })
}

/** A group of one hook as we write it, the lines of its keys in any order. */
const GROUP =
  /^\[\[hooks\.(\w+)\]\][ \t]*\r?\n\[\[hooks\.\1\.hooks\]\][ \t]*\r?\n(?:(?:type|command|timeout)[ \t]*=[^\n]*(?:\n|(?![\s\S]))){3}/gm

/** The values of a file without a table of hooks. */
function withoutEmpty({ hooks, ...rest }: TomlTable): TomlTable {
  return Object.keys(hooks as TomlTable).length === 0 ? rest : { ...rest, hooks }
}

/** Our commands among the values of a file. */
export const ourInlineCommands = ({ hooks }: TomlTable): readonly string[] =>
  groupsOf(hooks).flatMap(([, groups]) =>
    groups
      .flat()
      .filter(isOurs)
      .map(({ command }) => String(command)),
  )

/** Our hooks among those of a file, each with its place. */
export const placedHooks = (hooks: unknown, file: string): readonly PlacedHook[] =>
  groupsOf(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, at) =>
      group.flatMap((hook, index) => {
        const [command, timeout] = [String(hook.command), Number(hook.timeout)]
        return isOurs(hook) ? [{ file, event, group: at, index, command, timeout }] : []
      }),
    ),
  )

/** Whether each of our hooks is there exactly once, as this program wants it. */
export function isInlineCurrent(config: TomlTable, table: HookTable, program: Program): boolean {
  const found = groupsOf(config.hooks).flatMap(([event, groups]) =>
    groups
      .flat()
      .filter(isOurs)
      .map((hook) => [event, hook.command, hook.timeout]),
  )
  const wanted = Object.entries(table.events).map(([event, timeout]) => [
    event,
    hookCommand(program, 'codex', event),
    timeout,
  ])
  return isDeepStrictEqual([...found].sort(), [...wanted].sort())
}

/** The values without our hooks, and without the lists that only they make. */
function withoutOurs(config: TomlTable): TomlTable {
  const left = Object.entries((config.hooks ?? {}) as TomlTable).flatMap(([event, groups]) => {
    if (event === 'state' || !Array.isArray(groups)) return [[event, groups] as const]
    const others = groups.filter((group) => !hooksOf(group).some(isOurs))
    return others.length === 0 && groups.length > 0 ? [] : [[event, others] as const]
  })
  return { ...config, hooks: Object.fromEntries(left) }
}

interface Hook {
  readonly command?: unknown
  readonly timeout?: unknown
}

/** The groups of each event; none where the person wrote another shape. */
const groupsOf = (hooks: unknown): readonly (readonly [string, readonly (readonly Hook[])[]])[] =>
  Object.entries((hooks as TomlTable | undefined) ?? {}).flatMap(([event, groups]) =>
    event === 'state' || !Array.isArray(groups) ? [] : [[event, groups.map(hooksOf)] as const],
  )

const hooksOf = (group: unknown): readonly Hook[] => {
  const hooks = (group as { readonly hooks?: unknown } | null)?.hooks
  return Array.isArray(hooks)
    ? hooks.map((hook) => (typeof hook === 'object' && hook !== null ? hook : {}) as Hook)
    : []
}

const isOurs = ({ command }: Hook): boolean => typeof command === 'string' && isOurCommand(command, 'codex')

/** One of our hooks as Codex identifies it: by file, event, and index among the groups and hooks of that event. */
interface PlacedHook {
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
  const told = Object.entries(isFields(state) ? state : {}).filter((pair): pair is [string, Told] => isFields(pair[1]))
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

const snake = (event: string): string => event.replace(/(?<=[a-z])[A-Z]/g, '_$&').toLowerCase()
