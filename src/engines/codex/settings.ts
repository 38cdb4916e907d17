import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { AgentSettings, Look, Program, Texts } from '../../connect/agent-settings.ts'
import { areOurArguments, hookArguments } from '../../connect/hook-command.ts'
import { addHooks, type HookTable, lookAtHooks, removeHooks, settingOf } from '../../connect/json-hooks.ts'
import { ownFolder } from '../../connect/settings-file.ts'
import { shellWord } from '../../connect/shell-word.ts'
import {
  hasBlock,
  isSame,
  MARK,
  type TomlTable,
  tomlValues,
  withBlock,
  withoutBlock,
} from '../../connect/toml-block.ts'
import { WaylandError } from '../../domain/errors.ts'
import {
  distrustOf,
  isInlineCurrent,
  ourInlineCommands,
  placedHooks,
  withInlineHooks,
  withoutInlineHooks,
} from './inline-hooks.ts'

/**
 * Timeouts in seconds. No Stop comes where a request to the model fails: those turns are read at SessionEnd, which
 * 0.146.0 runs for 3 s at most. Builds that do not know it ignore it.
 */
const TABLE: HookTable = { engine: 'codex', events: { UserPromptSubmit: 5, Stop: 10, SessionEnd: 3 } }
/**
 * Beside our `notify` no hook of an end: Codex waits for each, a twentieth of a run of 0.3 s (0.171.0, measured), and does not
 * wait for `notify`. What ends without it, as where the model's server refuses, is read half a minute after its prompt.
 */
const BESIDE_NOTIFY: HookTable = { ...TABLE, events: { UserPromptSubmit: TABLE.events.UserPromptSubmit ?? 0 } }
const tableBeside = ({ notify }: TomlTable): HookTable => (areOurArguments(notify, 'codex') ? BESIDE_NOTIFY : TABLE)
const HOOKS = 'hooks'

/**
 * Codex CLI. Hooks go into hooks.json, or into config.toml where a person keeps hooks there already, since Codex warns
 * of a layer that has both; `notify`, of which there can be one, where there is none.
 */
export const settings: AgentSettings = {
  name: 'codex',
  about: {
    user: "`~/.codex/hooks.json`, or `config.toml` where you keep hooks there: a hook before a prompt; `notify` at the end of a turn, or hooks where `notify` is another program's",
    project: '`.codex/hooks.json`',
    limits:
      'hooks run only after you trusted them with `/hooks`; older builds have only `notify`, which gives no hint before a prompt',
  },
  // Hooks are on by default from 0.124.0; from 0.116.0 they could be switched on.
  since: '0.124.0',
  isOptedIn(texts, place) {
    const features = tomlValues(texts.config ?? '', settings.files(place).config ?? '').features as
      | TomlTable
      | undefined
    return features?.codex_hooks === true || features?.[HOOKS] === true
  },
  files: (place) => {
    const folder = ownFolder(place, 'codex')
    return { hooks: join(folder, 'hooks.json'), config: join(folder, 'config.toml') }
  },
  connect(texts, program, place) {
    // Also where Codex has since written after our tables, as it does when hooks are trusted.
    if (settings.look(texts, program, place).state === 'current') return texts
    const { hooks: hooksFile = '', config: configFile = '' } = settings.files(place)
    const notified = place.scope === 'user' ? withNotify(texts.config, configFile, program) : texts.config
    const table = tableBeside(tomlValues(notified ?? '', configFile))
    const inline = belongsInline(texts, configFile)
      ? withInlineHooks(notified ?? '', configFile, table, program)
      : undefined
    if (inline !== undefined) return { hooks: bareHooks(texts, {}, hooksFile), config: inline }
    const config = notified === undefined ? undefined : withoutInlineHooks(notified, configFile)
    return { hooks: addHooks(texts.hooks, hooksFile, table, program), config }
  },
  disconnect(texts, before, place) {
    const { hooks: hooksFile = '', config: configFile = '' } = settings.files(place)
    const hooks = bareHooks(texts, before, hooksFile)
    if (texts.config === undefined) return { hooks }
    return { hooks, config: withoutNotify(withoutInlineHooks(texts.config, configFile), configFile) }
  },
  look(texts, program, place): Look {
    const { hooks: hooksFile = '', config: configFile = '' } = settings.files(place)
    const config = tomlValues(texts.config ?? '', configFile)
    const json = lookAtHooks(texts.hooks, hooksFile, TABLE, program)
    const isWhole = (table: HookTable) =>
      inline.length === 0
        ? lookAtHooks(texts.hooks, hooksFile, table, program).state === 'current'
        : json.state === 'absent' && isInlineCurrent(config, table, program)
    const inline = ourInlineCommands(config)
    const notify = areOurArguments(config.notify, 'codex') ? config.notify : undefined
    const named =
      notify === undefined
        ? []
        : [notify.map((word) => (/[\\/]/.test(word) ? shellWord(word, program.platform) : word)).join(' ')]
    const commands = [...json.commands, ...inline, ...named]
    const features = config.features as TomlTable | undefined
    const off = [HOOKS, 'codex_hooks'].find((key) => features?.[key] === false)
    const isCurrent =
      // An earlier installation has Stop beside `notify`, which costs time and is no fault.
      [tableBeside(config), TABLE].some(isWhole) &&
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
    const { hooks: hooksFile = '', config: configFile = '' } = settings.files(place)
    const inline = tomlValues(texts.config ?? '', configFile)
    const placed = [
      ...placedHooks(settingOf(texts.hooks, hooksFile, HOOKS), hooksFile),
      ...placedHooks(inline[HOOKS], configFile),
    ]
    const kept = tomlValues(own.config ?? '', settings.files(ownPlace).config ?? '')[HOOKS] as TomlTable | undefined
    const why = distrustOf(placed, kept?.state)
    if (why === undefined) return undefined
    return {
      why: `the hooks ${why}, and Codex does not run them`,
      cure: 'Open Codex, type /hooks, and trust those of wayland-core',
      // By its release notes, a hook runs from 0.129.0 only once it is trusted.
      since: '0.129.0',
    }
  },
  notes(texts, place) {
    const { notify } = tomlValues(texts.config ?? '', settings.files(place).config ?? '')
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
  const { hooks } = tomlValues(withoutInlineHooks(texts.config ?? '', configFile), configFile)
  const events = Object.keys((hooks as TomlTable | undefined) ?? {}).filter((key) => key !== 'state')
  return texts.hooks === undefined && events.length > 0
}

// `notify` of Codex' config.toml: one program with its arguments, which every build of Codex calls at the end of a turn.

const NOTIFY = 'notify'

/** The program as Codex is to call it. */
const notifyOf = (program: Program): readonly string[] => hookArguments(program, 'codex', 'agent-turn-complete')

/** The text with our `notify`, unless another program has it. */
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

/** Without our `notify`, also where its comments were removed. */
function withoutNotify(text: string, file: string): string {
  if (text.startsWith(MARK)) return MARK + withoutNotify(text.slice(1), file)
  if (hasBlock(text, NOTIFY)) return withoutBlock(text, NOTIFY)
  if (!areOurArguments(tomlValues(text, file).notify, 'codex')) return text
  const { notify: _, ...rest } = tomlValues(text, file)
  const bare = withoutKey(text, file, rest)
  if (bare !== undefined) return bare
  throw new WaylandError('bad_file', `${file}: "notify" is ours, and is not written as we wrote it`, {
    hint: 'Remove that key by hand.',
  })
}

/** Without the key and its list, wherever that ends: at the first bracket that leaves all else as it was. */
function withoutKey(text: string, file: string, rest: TomlTable): string | undefined {
  const key = /^notify[ \t]*=[ \t]*\[/m.exec(text)
  if (key === null) return undefined
  for (let at = text.indexOf(']', key.index); at >= 0; at = text.indexOf(']', at + 1)) {
    const after = text.slice(at + 1)
    const bare = text.slice(0, key.index) + after.replace(/^[ \t]*\r?\n?/, '')
    try {
      if (isSame(tomlValues(bare, file), rest)) return bare
    } catch {
      // The bracket is inside a string of the list.
    }
  }
  return undefined
}
