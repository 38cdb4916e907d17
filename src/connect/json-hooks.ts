import type { Node } from 'jsonc-parser'
import { isOlder } from '../domain/version.ts'
import type { Look, Program } from './agent-settings.ts'
import { hookCommand, isOurCommand } from './hook-command.ts'
import { bad, type JsonText, nodeValue, propertyOf, rootOf, withChild, withoutChild } from './jsonc.ts'

/** Our hooks in settings of the shape `{"hooks": {"<event>": [{"hooks": [{"type": "command", …}]}]}}`. */
export interface HookTable {
  readonly engine: string
  /** Events that are hooked, each with its timeout in the engine's unit. */
  readonly events: Readonly<Record<string, number>>
  /** Events that make older versions refuse the whole file: written only for version `since` and later ones. */
  readonly newer?: Readonly<Record<string, { readonly timeout: number; readonly since: string }>>
  readonly fields?: Readonly<Record<string, unknown>>
}

/** The text with each of our hooks exactly once; the same text when it has them already. */
export function addHooks(given: string | undefined, file: string, table: HookTable, program: Program): string {
  const { mark, text: there } = splitMark(given ?? '')
  const events = eventsFor(table, program.engineVersion)
  if (lookAtHooks(given, file, { ...table, events, newer: {} }, program).state === 'current') return given ?? ''
  let text =
    mark + withoutHooks(there, file, table, { hooks: keptHooks(hooksOf({ text: there, file }), table, events) })
  for (const [event, timeout] of Object.entries(events))
    text = withHook(text, file, event, hookOf(table, program, event, timeout))
  return text
}

/** The text without our hooks; lists and objects that they leave empty go too, unless they were there `before`. */
export function removeHooks(given: string, file: string, table: HookTable, before: string | undefined): string {
  const { mark, text } = splitMark(given)
  return mark + withoutHooks(text, file, table, { hooks: hooksOf({ text: splitMark(before ?? '').text, file }) })
}

/** Whether a text has our hooks, and which commands they call. */
export function lookAtHooks(given: string | undefined, file: string, table: HookTable, program: Program): Look {
  const found = ourHooks({ text: splitMark(given ?? '').text, file }, table)
  const value = (event: string, timeout: number) => ({ event, value: hookOf(table, program, event, timeout) })
  const wanted = Object.entries(table.events).map(([event, timeout]) => value(event, timeout))
  // The version that they were written for is not known here: hooks for newer versions may be there, each once.
  for (const [event, { timeout }] of Object.entries(table.newer ?? {}))
    if (found.some((hook) => hook.event === event)) wanted.push(value(event, timeout))
  const listed = (hooks: readonly { readonly event: string; readonly value: unknown }[]) =>
    hooks
      .map(({ event, value }) => JSON.stringify([event, value]))
      .sort()
      .join()
  const isCurrent = listed(found) === listed(wanted)
  return {
    state: found.length === 0 ? 'absent' : isCurrent ? 'current' : 'outdated',
    commands: found.map(({ command }) => command),
  }
}

/** The events that a version of the engine knows; without a version, those that every version knows. */
function eventsFor({ events, newer = {} }: HookTable, version: string | undefined): HookTable['events'] {
  const known = Object.entries(newer).filter(([, { since }]) => version !== undefined && !isOlder(version, since))
  return { ...events, ...Object.fromEntries(known.map(([event, { timeout }]) => [event, timeout])) }
}

/**
 * The lists of hooks, by event, that stay in the file while our hooks are removed and written again. An event that this
 * version of the agent does not know is left out: the agent refuses it even with an empty list.
 */
function keptHooks(hooks: Kept['hooks'], { newer = {} }: HookTable, events: HookTable['events']): Kept['hooks'] {
  if (hooks === undefined) return undefined
  return Object.fromEntries(Object.entries(hooks).filter(([event]) => event in events || !(event in newer)))
}

/** A setting by its path; undefined when it is not there. */
export function settingOf(given: string | undefined, file: string, ...path: readonly string[]): unknown {
  const where = { text: splitMark(given ?? '').text, file }
  let node = rootOf(where)
  for (const key of path) node = node?.type === 'object' ? propertyOf(where, node, key) : undefined
  return node === undefined ? undefined : nodeValue(node)
}

/** A byte order mark is no part of the JSON, and stays where it is. */
const splitMark = (text: string): { mark: string; text: string } =>
  text.startsWith('\uFEFF') ? { mark: '\uFEFF', text: text.slice(1) } : { mark: '', text }

const hookOf = ({ engine, fields }: HookTable, program: Program, event: string, timeout: number) => ({
  type: 'command',
  command: hookCommand(program, engine, event),
  timeout,
  ...fields,
})

function withHook(marked: string, file: string, event: string, hook: object): string {
  const { mark, text } = splitMark(marked)
  const where = { text, file }
  const root = rootOf(where)
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  if (root === undefined) {
    const gap = text.trim() === '' ? '' : `${text.trimEnd()}${eol}`
    return withHook(`${mark}${gap}{}${eol}`, file, event, hook)
  }
  const hooks = propertyOf(where, root, 'hooks')
  const group = { hooks: [hook] }
  if (hooks === undefined) return mark + withChild(text, root, { [event]: [group] }, 'hooks')
  if (hooks.type !== 'object') throw bad(where, hooks.offset, '"hooks" must be an object')
  const groups = propertyOf(where, hooks, event)
  if (groups === undefined) return mark + withChild(text, hooks, [group], event)
  if (groups.type !== 'array') throw bad(where, groups.offset, `"hooks.${event}" must be a list`)
  return mark + withChild(text, groups, group)
}

/** The `hooks` object from before our first hook: its lists stay when our hooks leave them empty. */
interface Kept {
  readonly hooks: Readonly<Record<string, unknown>> | undefined
}

function withoutHooks(text: string, file: string, table: HookTable, kept: Kept): string {
  // One at a time, since each removal moves what follows.
  for (;;) {
    const [ours] = ourHooks({ text, file }, table)
    if (ours === undefined) return text
    text = withoutHook(text, ours, kept)
  }
}

function withoutHook(text: string, { event, node, list, group, groups, hooks, root }: OurHook, kept: Kept): string {
  const children = (of: Node) => of.children?.length ?? 0
  if (children(list) > 1) return withoutChild(text, list, node)
  if (children(groups) > 1 || kept.hooks?.[event] !== undefined) return withoutChild(text, groups, group)
  if (children(hooks) > 1 || kept.hooks !== undefined) return withoutChild(text, hooks, groups.parent as Node)
  return withoutChild(text, root, hooks.parent as Node)
}

function hooksOf(where: JsonText): Readonly<Record<string, unknown>> | undefined {
  const root = rootOf(where)
  const hooks = root === undefined ? undefined : propertyOf(where, root, 'hooks')
  return hooks?.type === 'object' ? (nodeValue(hooks) as Record<string, unknown>) : undefined
}

interface OurHook {
  readonly event: string
  readonly command: string
  readonly value: unknown
  readonly node: Node
  readonly list: Node
  readonly group: Node
  readonly groups: Node
  readonly hooks: Node
  readonly root: Node
}

/** Every hook of ours under any event, in the order of the file. */
function ourHooks(where: JsonText, { engine }: HookTable): readonly OurHook[] {
  const root = rootOf(where)
  const hooks = root === undefined ? undefined : propertyOf(where, root, 'hooks')
  if (root === undefined || hooks?.type !== 'object') return []
  return (hooks.children ?? []).flatMap(({ children: [key, groups] = [] }) =>
    groups?.type !== 'array'
      ? []
      : (groups.children ?? []).flatMap((group) => {
          const list = group.type === 'object' ? propertyOf(where, group, 'hooks') : undefined
          if (list?.type !== 'array') return []
          return (list.children ?? []).flatMap((node) => {
            const value = nodeValue(node) as { readonly command?: unknown } | null
            const command = value?.command
            if (typeof command !== 'string' || !isOurCommand(command, engine)) return []
            return [{ event: String(key?.value), command, value, node, list, group, groups, hooks, root }]
          })
        }),
  )
}
