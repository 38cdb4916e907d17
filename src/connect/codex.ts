import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { asWaylandError } from '../domain/errors.ts'
import { notifyOf, withNotify, withoutNotify } from './codex-notify.ts'
import { distrustOf, type PlacedHook } from './codex-trust.ts'
import type { Engine, Look, Program, Texts } from './engine.ts'
import { areOurArguments, hookCommand, isOurCommand } from './hook-command.ts'
import { addHooks, type HookTable, lookAtHooks, removeHooks, settingOf } from './json-hooks.ts'
import { shellWord } from './shell-word.ts'
import { isSame, type TomlTable, tomlValues, withBlock, withoutBlock } from './toml-block.ts'

/** Timeouts in seconds. Older builds know no SessionEnd; each turn ends with Stop in all of them. */
const TABLE: HookTable = { engine: 'codex', events: { UserPromptSubmit: 5, Stop: 10 } }
const HOOKS = 'hooks'

/**
 * Codex CLI. Hooks go into hooks.json, or into config.toml where a person keeps hooks there already, since Codex warns
 * of a layer that has both; `notify`, of which there can be one, only where there is none.
 */
export const codex: Engine = {
  name: 'codex',
  label: 'Codex',
  binary: 'codex',
  package: '@openai/codex',
  // Hooks became stable, and on by default, with 0.124.0; from 0.116.0 on they could be switched on.
  since: '0.124.0',
  isOptedIn(texts, place) {
    const features = tomlValues(texts.config ?? '', codex.files(place).config ?? '').features as TomlTable | undefined
    return features?.codex_hooks === true || features?.[HOOKS] === true
  },
  files: (place) => {
    const folder = place.scope === 'user' ? place.folders.codex : join(place.dir, '.codex')
    return { hooks: join(folder, 'hooks.json'), config: join(folder, 'config.toml') }
  },
  connect(texts, program, place) {
    // Also where something was written behind our tables since, as Codex does when hooks are trusted.
    if (codex.look(texts, program, place).state === 'current') return texts
    const { hooks: hooksFile = '', config: configFile = '' } = codex.files(place)
    const notified = place.scope === 'user' ? withNotify(texts.config, configFile, program) : texts.config
    const inline = belongsInline(texts, configFile) ? withInlineHooks(notified ?? '', configFile, program) : undefined
    if (inline !== undefined) return { hooks: bareHooks(texts, {}, hooksFile), config: inline }
    const config = notified === undefined ? undefined : withoutBlock(notified, HOOKS)
    return { hooks: addHooks(texts.hooks, hooksFile, TABLE, program), config }
  },
  disconnect(texts, before, place) {
    const { hooks: hooksFile = '', config: configFile = '' } = codex.files(place)
    const hooks = bareHooks(texts, before, hooksFile)
    if (texts.config === undefined) return { hooks }
    tomlValues(texts.config, configFile)
    return { hooks, config: withoutNotify(withoutBlock(texts.config, HOOKS), configFile) }
  },
  look(texts, program, place): Look {
    const { hooks: hooksFile = '', config: configFile = '' } = codex.files(place)
    const config = tomlValues(texts.config ?? '', configFile)
    const json = lookAtHooks(texts.hooks, hooksFile, TABLE, program)
    const inline = ourInlineCommands(config)
    const notify = areOurArguments(config.notify, 'codex') ? config.notify : undefined
    const called = (words: readonly string[]) => words.map((word) => shellWord(word, program.platform))
    const named = notify === undefined ? [] : [[...called(notify.slice(0, 2)), ...notify.slice(2)].join(' ')]
    const commands = [...json.commands, ...inline, ...named]
    const features = config.features as TomlTable | undefined
    const off = [HOOKS, 'codex_hooks'].find((key) => features?.[key] === false)
    const isCurrent =
      (inline.length === 0 ? json.state === 'current' : json.state === 'absent' && isInlineCurrent(config, program)) &&
      (place.scope === 'project' ||
        (config.notify !== undefined && notify === undefined) ||
        isDeepStrictEqual(notify, notifyOf(program)))
    return {
      state: commands.length === 0 ? 'absent' : isCurrent ? 'current' : 'outdated',
      commands,
      ...(off === undefined ? {} : { off: `"features.${off}" is false` }),
    }
  },
  distrust(texts, place, own, ownPlace) {
    const { hooks: hooksFile = '', config: configFile = '' } = codex.files(place)
    const inline = tomlValues(texts.config ?? '', configFile)
    const placed = [
      ...placedHooks(settingOf(texts.hooks, hooksFile, HOOKS), hooksFile),
      ...placedHooks(inline[HOOKS], configFile),
    ]
    const kept = tomlValues(own.config ?? '', codex.files(ownPlace).config ?? '')[HOOKS] as TomlTable | undefined
    const why = distrustOf(placed, kept?.state)
    if (why === undefined) return undefined
    return {
      why: `the hooks ${why}, and Codex does not run them`,
      cure: 'Open Codex, type /hooks, and trust those of wayland-core',
      // Its release notes: from 0.129.0 on a hook runs once it is trusted.
      since: '0.129.0',
    }
  },
  notes(texts, place) {
    const { notify } = tomlValues(texts.config ?? '', codex.files(place).config ?? '')
    return [
      'Codex runs new hooks only after you trusted them: open it and type /hooks.',
      ...(place.scope === 'user' && notify !== undefined && !areOurArguments(notify, 'codex')
        ? ['config.toml has a "notify" of another program, which stays; builds without hooks cannot tell us of turns.']
        : []),
      ...(place.scope === 'project' ? ['Hooks of a project run only where Codex trusts the project.'] : []),
    ]
  },
}

const bareHooks = ({ hooks }: Texts, before: Texts, file: string): string | undefined =>
  hooks === undefined ? undefined : removeHooks(hooks, file, TABLE, before.hooks)

/** Whether a person keeps hooks in config.toml and none in hooks.json. */
function belongsInline(texts: Texts, configFile: string): boolean {
  const { hooks } = tomlValues(withoutBlock(texts.config ?? '', HOOKS), configFile)
  const events = Object.keys((hooks as TomlTable | undefined) ?? {}).filter((key) => key !== 'state')
  return texts.hooks === undefined && events.length > 0
}

/** Undefined where the file's own way of writing its hooks allows no further table. */
function withInlineHooks(text: string, file: string, program: Program): string | undefined {
  const bare = withoutBlock(text, HOOKS)
  const body = Object.entries(TABLE.events).flatMap(([event, timeout]) => [
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
    if (asWaylandError(error).code === 'bad_settings') return undefined
    throw error
  }
}

interface Hook {
  readonly command?: unknown
  readonly timeout?: unknown
}

/** The groups of each event; what a person wrote in another shape holds none. */
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

const ourInlineCommands = ({ hooks }: TomlTable): readonly string[] =>
  groupsOf(hooks).flatMap(([, groups]) =>
    groups
      .flat()
      .filter(isOurs)
      .map(({ command }) => String(command)),
  )

const placedHooks = (hooks: unknown, file: string): readonly PlacedHook[] =>
  groupsOf(hooks).flatMap(([event, groups]) =>
    groups.flatMap((group, at) =>
      group.flatMap((hook, index) => {
        const [command, timeout] = [String(hook.command), Number(hook.timeout)]
        return isOurs(hook) ? [{ file, event, group: at, index, command, timeout }] : []
      }),
    ),
  )

function isInlineCurrent(config: TomlTable, program: Program): boolean {
  const found = groupsOf(config.hooks).flatMap(([event, groups]) =>
    groups
      .flat()
      .filter(isOurs)
      .map((hook) => [event, hook.command, hook.timeout]),
  )
  const wanted = Object.entries(TABLE.events).map(([event, timeout]) => [
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
    return others.length === 0 ? [] : [[event, others] as const]
  })
  return { ...config, hooks: Object.fromEntries(left) }
}
