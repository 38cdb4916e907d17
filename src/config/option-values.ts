import { isUserName } from '../domain/bank/user-folder.ts'
import { ALL_GATES } from '../domain/draft/gate-names.ts'
import { findEngine, SKILL_READERS } from '../engines/engines.ts'

/** What an option takes: in words for messages and help, and as a check. */
export interface OptionValue<T> {
  readonly takes: string
  /** The checked value from text or JSON; undefined when it is not what the option takes. */
  readonly parse: (value: unknown) => T | undefined
}

/** One option; flag and variable derive from the key. */
export interface Option extends OptionRow {
  readonly key: string
  /** Null where it has none. */
  readonly default: unknown
}

/** What the table says of an option below its key. */
export interface OptionRow extends OptionValue<unknown> {
  readonly default?: unknown
  readonly words: string
  /** False where the option cannot stand in the configuration file. */
  readonly fileKey?: false
  /** The one value that the environment of a hook may set, since a project can: a restriction; `any`: every value is harmless. */
  readonly inProject?: 'off' | 'none' | 'active' | 'full' | 'any'
}

/** Text that is not blank. */
const notBlank = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

export const text: OptionValue<string> = { takes: 'a name', parse: notBlank }
export const folder: OptionValue<string> = { takes: 'a folder', parse: notBlank }

export const userName: OptionValue<string> = {
  takes: 'a name of 1 to 200 visible characters',
  parse: (value) => (isUserName(value) ? value : undefined),
}

/** Paths may hold blanks. */
export const folders: OptionValue<readonly string[]> = {
  takes: 'folders, separated by commas or in a list',
  parse: (value) => texts(value, atCommas)?.filter((path) => path !== ''),
}

/** What can name none, such as a path from nowhere or an unknown agent, is refused: a person would think that it is left out. */
export const foldersAndAgents: OptionValue<readonly string[]> = {
  takes: 'absolute folders, in which ~, * and ** may stand, or agent:<name>; separated by commas or in a list',
  parse: (value) => only(texts(value, atCommas), isFolderOrAgent),
}

function isFolderOrAgent(name: string): boolean {
  if (!name.startsWith('agent:')) return /^(?:[/\\*]|~(?:$|[/\\])|[a-z]:[/\\])/i.test(name)
  const agent = name.slice('agent:'.length).trim().toLowerCase()
  return agent === 'generic' || findEngine(agent) !== undefined
}

/** A password in it would be shown wherever the URL is. */
export const webAddress: OptionValue<string> = {
  takes: 'an http or https URL without a password',
  parse(value) {
    const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === ''
      ? url.href
      : undefined
  },
}

/** One of these words, in any case. */
export const oneOf = <const Words extends readonly string[]>(...values: Words): OptionValue<Words[number]> => ({
  takes: values.join(', ').replace(/, ([^,]*)$/, ' or $1'),
  parse: (value) => (typeof value === 'string' ? values.find((one) => one === value.toLowerCase()) : undefined),
})

/** A whole number between two bounds, both included. */
export const whole = (least: number, most: number): OptionValue<number> => ({
  takes: `a whole number from ${least} to ${most}`,
  parse: number((n) => Number.isInteger(n) && n >= least && n <= most),
})

export const seed: OptionValue<number> = { ...whole(-(2 ** 31), 2 ** 31 - 1), takes: 'a whole number' }
export const days: OptionValue<number> = { takes: 'a number of days, above 0', parse: number((n) => n > 0) }
export const share: OptionValue<number> = { takes: 'a number from 0 to 1', parse: number((n) => n >= 0 && n <= 1) }

/** The gates that are on. */
export const gates: OptionValue<readonly string[]> = {
  takes: 'all, none, or a list of gates',
  parse(value) {
    if (value === 'all') return ALL_GATES
    return value === 'none' ? [] : only(texts(value, inWords), (name) => ALL_GATES.includes(name))
  },
}

/** Agents, or those that are connected. */
export const readers: OptionValue<readonly string[] | 'installed'> = {
  takes: 'installed, none, or a list of agents',
  parse(value) {
    if (value === 'installed') return value
    return value === 'none' ? [] : only(texts(value, inWords), (name) => SKILL_READERS.includes(name))
  },
}

/** A list of texts, or a text that is split. */
function texts(value: unknown, split: (text: string) => readonly string[]): readonly string[] | undefined {
  const list: unknown = typeof value === 'string' ? split(value) : value
  return Array.isArray(list) && list.every((one) => typeof one === 'string') ? list : undefined
}

const atCommas = (text: string): readonly string[] => text.split(',').map((one) => one.trim())
const inWords = (text: string): readonly string[] => text.match(/[^\s,]+/g) ?? []

const only = (list: readonly string[] | undefined, isOne: (name: string) => boolean): readonly string[] | undefined =>
  list?.every(isOne) === true ? list : undefined

function number(isOne: (n: number) => boolean): (value: unknown) => number | undefined {
  return (value) => {
    const n = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof n === 'number' && Number.isFinite(n) && isOne(n) ? n : undefined
  }
}
