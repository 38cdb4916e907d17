import { fingerprint } from '../domain/digest.ts'
import { WaylandError } from '../domain/errors.ts'
import type { AgentSettings, Place, Program } from './agent-settings.ts'

interface PluginSettings extends Pick<AgentSettings, 'name' | 'about' | 'since' | 'lacks'> {
  readonly file: (place: Place) => string
  /** The plugin's source, without its first line. */
  readonly source: (program: Program) => string
  readonly notes: readonly string[]
}

/** Settings of an agent that loads plugins: a whole file of ours, whose first line has the digest of the rest. */
export function pluginSettings({ file, source, notes, ...named }: PluginSettings): AgentSettings {
  const written = (program: Program): string => {
    const body = source(program)
    return `${MARK}${fingerprint(body)}\n${body}`
  }
  return {
    ...named,
    files: (place) => ({ plugin: file(place) }),
    connect({ plugin }, program, place) {
      if (plugin !== undefined && !isAsWritten(plugin)) throw notOurs(file(place))
      return { plugin: written(program) }
    },
    disconnect({ plugin }, _before, place) {
      if (plugin === undefined) return {}
      if (!isAsWritten(plugin)) throw notOurs(file(place))
      return { plugin: undefined }
    },
    look({ plugin }, program, place) {
      if (plugin?.startsWith(MARK) !== true) return { state: 'absent', commands: [] }
      return {
        state: plugin === written(program) ? 'current' : 'outdated',
        commands: [[...plugin.matchAll(/^const (?:NODE|MAIN) = (".+")$/gm)].map(([, path]) => path).join(' ')],
        ...(isAsWritten(plugin) ? {} : { changed: file(place) }),
      }
    },
    notes: () => notes,
  }
}

const MARK = '// wayland-core plugin '

/** Whether a file holds what this program, or an earlier one, wrote: its first line names the digest of the rest. */
function isAsWritten(text: string): boolean {
  const first = text.indexOf('\n')
  return text.slice(0, first) === `${MARK}${fingerprint(text.slice(first + 1))}`
}

const notOurs = (file: string) =>
  new WaylandError('not_ours', `${file} was not written by wayland-core, or was changed since; it was left as it is`, {
    hint: 'Move that file away, and run the command again.',
  })
