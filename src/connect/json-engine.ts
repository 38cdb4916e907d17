import type { Engine, Place } from './engine.ts'
import { addHooks, type HookTable, lookAtHooks, removeHooks, settingOf } from './json-hooks.ts'

/** What sets apart the engines whose hooks lie in one settings.json. */
interface JsonEngine extends Pick<Engine, 'label' | 'binary' | 'package' | 'since'> {
  readonly table: HookTable
  readonly file: (place: Place) => string
  /** Why hooks would not run, by the file's own switches. */
  readonly off: (setting: (...path: readonly string[]) => unknown) => string | undefined
  readonly notes: readonly string[]
}

/** An engine with one settings file of JSON, with or without comments. */
export function jsonEngine({ table, file, off, notes, ...named }: JsonEngine): Engine {
  return {
    ...named,
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
