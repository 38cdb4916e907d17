import type { AgentSettings, Place } from './agent-settings.ts'
import { addHooks, type HookTable, lookAtHooks, removeHooks, settingOf } from './json-hooks.ts'
import { lineBeyondJson } from './jsonc.ts'

/** What differs between agents whose hooks are in one settings.json. */
interface JsonSettings extends Pick<AgentSettings, 'about' | 'since' | 'lacks'> {
  readonly table: HookTable
  readonly file: (place: Place) => string
  /** The file that its switches are in, where that is another one. */
  readonly switches?: (place: Place) => string
  /** Why hooks would not run, by the file's own switches. */
  readonly off: (setting: Setting) => string | undefined
  /** The setting that switches hooks on in versions before `since`. */
  readonly optIn?: (setting: Setting) => boolean
  /** It reads JSON alone: a comment or a trailing comma makes it ignore the whole file. */
  readonly isStrict?: true
  readonly notes: readonly string[]
}

type Setting = (...path: readonly string[]) => unknown

/** Settings in one file of JSON, with or without comments. */
export function jsonSettings(agent: JsonSettings): AgentSettings {
  const { table, file, switches = file, off, optIn, isStrict, notes, ...rest } = agent
  const settingIn =
    (text: string | undefined, place: Place): Setting =>
    (...path) =>
      settingOf(text, switches(place), ...path)
  return {
    ...rest,
    name: table.engine,
    files: (place) => ({ settings: file(place), ...(switches === file ? {} : { switches: switches(place) }) }),
    connect: ({ settings, ...others }, program, place) => ({
      ...others,
      settings: addHooks(settings, file(place), table, program),
    }),
    disconnect: ({ settings, ...others }, before, place) =>
      settings === undefined
        ? others
        : { ...others, settings: removeHooks(settings, file(place), table, before.settings) },
    look({ settings, switches: other = settings }, program, place) {
      const look = lookAtHooks(settings, file(place), table, program)
      const line = isStrict === true ? lineBeyondJson(settings ?? '') : undefined
      const why =
        line === undefined
          ? off(settingIn(other, place))
          : `line ${line} has a comment or a trailing comma, for which it ignores the whole file`
      return why === undefined ? look : { ...look, off: why }
    },
    ...(optIn === undefined
      ? {}
      : { isOptedIn: ({ settings, switches: other = settings }, place) => optIn(settingIn(other, place)) }),
    notes: () => notes,
  }
}
