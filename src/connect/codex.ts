import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import type { Engine, Look, Program, Texts } from './engine.ts'
import { areOurArguments, hookArguments, hookCommand, isOurCommand } from './hook-command.ts'
import { addHooks, type HookTable, lookAtHooks, removeHooks } from './json-hooks.ts'
import { hasBlock, type TomlTable, tomlValues, withBlock, withoutBlock } from './toml-block.ts'

/** Timeouts in seconds. Older builds know no SessionEnd; each turn ends with Stop in all of them. */
const TABLE: HookTable = { engine: 'codex', events: { UserPromptSubmit: 5, Stop: 10 } }
const NOTIFY = 'notify'
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
    const commands = [...json.commands, ...inline]
    const features = config.features as TomlTable | undefined
    const off = [HOOKS, 'codex_hooks'].find((key) => features?.[key] === false)
    const isCurrent =
      (inline.length === 0 ? json.state === 'current' : json.state === 'absent' && isInlineCurrent(config, program)) &&
      (place.scope === 'project' ||
        (config.notify !== undefined && notify === undefined) ||
        isDeepStrictEqual(notify, notifyOf(program)))
    return {
      state: commands.length === 0 && notify === undefined ? 'absent' : isCurrent ? 'current' : 'outdated',
      commands,
      ...(off === undefined ? {} : { off: `"features.${off}" is false` }),
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

const notifyOf = (program: Program): readonly string[] => hookArguments(program, 'codex', 'agent-turn-complete')

function withNotify(text: string | undefined, file: string, program: Program): string | undefined {
  const { notify } = tomlValues(text ?? '', file)
  if (notify !== undefined && !areOurArguments(notify, 'codex')) return text
  if (isDeepStrictEqual(notify, notifyOf(program))) return text
  const bare = withoutNotify(text ?? '', file)
  const words = notifyOf(program).map((word) => JSON.stringify(word))
  const after = withBlock(bare, NOTIFY, [`notify = [${words.join(', ')}]`], 'top')
  const { notify: written, ...rest } = tomlValues(after, file)
  if (isDeepStrictEqual(written, notifyOf(program)) && isSame(rest, tomlValues(bare, file))) return after
  throw new WaylandError('internal', `${file}: adding "notify" would change what the file says`)
}

/** Without our `notify`, also where somebody took its comments away. */
function withoutNotify(text: string, file: string): string {
  if (hasBlock(text, NOTIFY)) return withoutBlock(text, NOTIFY)
  if (!areOurArguments(tomlValues(text, file).notify, 'codex')) return text
  const bare = text.replace(/^notify[ \t]*=[ \t]*\[[^\]]*\][ \t]*\r?\n?/m, '')
  if (tomlValues(bare, file).notify === undefined) return bare
  throw new WaylandError('bad_settings', `${file}: "notify" is ours, and is not written as we wrote it`, {
    hint: 'Remove that key by hand.',
  })
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

/** Whether two files say the same, in the same order. */
const isSame = (a: TomlTable, b: TomlTable): boolean => written(a) === written(b)

const written = (values: TomlTable): string =>
  JSON.stringify(values, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))

type Groups = readonly { readonly hooks?: readonly { readonly command?: unknown; readonly timeout?: unknown }[] }[]

const eventsOf = ({ hooks }: TomlTable): readonly (readonly [string, Groups])[] =>
  Object.entries((hooks as TomlTable | undefined) ?? {}).filter(
    (pair): pair is [string, Groups] => pair[0] !== 'state' && Array.isArray(pair[1]),
  )

const isOurs = ({ command }: { readonly command?: unknown }): boolean =>
  typeof command === 'string' && isOurCommand(command, 'codex')

const ourInlineCommands = (config: TomlTable): readonly string[] =>
  eventsOf(config).flatMap(([, groups]) =>
    groups.flatMap(({ hooks = [] }) => hooks.filter(isOurs).map(({ command }) => String(command))),
  )

function isInlineCurrent(config: TomlTable, program: Program): boolean {
  const found = eventsOf(config).flatMap(([event, groups]) =>
    groups.flatMap(({ hooks = [] }) => hooks.filter(isOurs).map((hook) => [event, hook.command, hook.timeout])),
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
    const others = (groups as Groups).filter(({ hooks = [] }) => !hooks.some(isOurs))
    return others.length === 0 ? [] : [[event, others] as const]
  })
  return { ...config, hooks: Object.fromEntries(left) }
}
