import type { AgentSettings, Place } from './agent-settings.ts'
import { addHooks, type HookTable, lookAtHooks, removeHooks, settingOf } from './json-hooks.ts'

/** What differs between agents whose hooks are in one settings.json. */
interface JsonSettings extends Pick<AgentSettings, 'about' | 'since'> {
  readonly table: HookTable
  readonly file: (place: Place) => string
  /** Why hooks would not run, by the file's own switches. */
  readonly off: (setting: (...path: readonly string[]) => unknown) => string | undefined
  readonly notes: readonly string[]
}

/** Settings in one file of JSON, with or without comments. */
export function jsonSettings({ table, file, off, notes, ...rest }: JsonSettings): AgentSettings {
  return {
    ...rest,
    name: table.engine,
    files: (place) => ({ settings: file(place) }),
    connect: ({ settings }, program, place) => ({ settings: addHooks(settings, file(place), table, program) }),
    disconnect: ({ settings }, before, place) =>
      settings === undefined ? {} : { settings: removeHooks(settings, file(place), table, before.settings) },
    look({ settings }, program, place) {
      const look = lookAtHooks(settings, file(place), table, program)
      const why = off((...path) => settingOf(settings, file(place), ...path))
      return why === undefined ? look : { ...look, off: why }
    },
    notes: () => notes,
  }
}
