import { existsSync } from 'node:fs'
import type { Config, Source } from '../config/config.ts'
import type { OptionKey } from '../config/options.ts'
import { camelToKebab, OPTIONS, variableOf } from '../config/options.ts'
import { asWaylandError } from '../domain/errors.ts'
import { homely } from '../platform/homely.ts'

/** One option as the page shows it. */
export interface SettingView {
  readonly key: OptionKey
  readonly words: string
  readonly takes: string
  readonly value: string
  readonly source: Source
  /** What commands that start now use, where it is another value than the server was started with. */
  readonly next?: string
  readonly flag: string
  readonly variable: string
  /** The line that sets it in the configuration file; absent where it cannot stand there. */
  readonly line?: string
}

export interface SettingsView {
  readonly file: string
  readonly isThere: boolean
  /** Why no command can start now: what is wrong in a source. */
  readonly fault?: { readonly message: string; readonly hint: string }
  readonly groups: readonly { readonly title: string; readonly options: readonly SettingView[] }[]
}

const GENERAL = 'Folders, users and the rest'
/** Titles by the first part of a key, in the order of the page; options of other parts are general. */
const TITLES: Readonly<Record<string, string>> = {
  skills: 'The off switch',
  bucket: 'Streaks: what counts as the same task',
  signature: 'Streaks: what counts as the same task',
  draft: 'Drafts',
  router: 'Offers to a model',
  hook: 'Hooks and the daemon',
  daemon: 'Hooks and the daemon',
  model: 'Language model',
  proxy: 'Proxy',
  export: 'Agents',
  mcp: 'Agents',
  audit: 'What is kept, and how long',
  storage: 'What is kept, and how long',
  retention: 'What is kept, and how long',
}

/** Every option in words: its value at the start of the server and now, where it is from, and what sets it. */
export function settingsView(config: Config): SettingsView {
  const now = readNow(config)
  const groups = new Map<string, SettingView[]>([...Object.values(TITLES), GENERAL].map((title) => [title, []]))
  for (const { key: name, words, takes, fileKey } of OPTIONS) {
    const key = name as OptionKey
    const title = TITLES[key.split('.')[0] ?? ''] ?? GENERAL
    const value = shown(config.settings[key])
    const next = now instanceof Error ? value : shown(now.settings[key])
    const view: SettingView = {
      ...{ key, words, takes, value, source: config.sourceOf(key) },
      ...(next === value ? {} : { next }),
      ...{ flag: `--${camelToKebab(key)}`, variable: variableOf(key) },
      ...(fileKey === false ? {} : { line: `"${key}": ${written(config.settings[key], takes)}` }),
    }
    groups.get(title)?.push(view)
  }
  return {
    file: homely(config.configFile),
    isThere: existsSync(config.configFile),
    ...(now instanceof Error ? { fault: now } : {}),
    groups: [...groups].map(([title, options]) => ({ title, options })),
  }
}

function readNow(config: Config) {
  try {
    return config.again()
  } catch (error) {
    return asWaylandError(error)
  }
}

const shown = (value: unknown): string =>
  value === null ? 'not set' : Array.isArray(value) ? value.join(', ') : String(value)

const written = (value: unknown, takes: string): string => (value === null ? `‹${takes}›` : JSON.stringify(value))
