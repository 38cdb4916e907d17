import { isUserName } from '../domain/bank/user-folder.ts'
import { ALL_GATES } from '../domain/draft/gate-names.ts'
import { findEngine, SKILL_READERS } from '../engines/engines.ts'

// What an option takes, from text or JSON: the checked value, or undefined when it is not that.

/** Text that is not blank. */
export function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export const userName = (value: unknown): string | undefined => (isUserName(value) ? value : undefined)

/** A list of paths, or text split at commas; paths may hold blanks. */
export function folders(value: unknown): readonly string[] | undefined {
  const list: unknown = typeof value === 'string' ? value.split(',').map((path) => path.trim()) : value
  if (!Array.isArray(list) || !list.every((path) => typeof path === 'string')) return undefined
  return list.filter((path) => path !== '')
}

/**
 * Globs of folders, and agents as `agent:<name>`: a list, or text split at commas. What can name none, such as a path from
 * nowhere or an unknown agent, is refused: a person would think that it is left out.
 */
export function foldersAndAgents(value: unknown): readonly string[] | undefined {
  const list: unknown = typeof value === 'string' ? value.split(',').map((name) => name.trim()) : value
  return Array.isArray(list) && list.every(isFolderOrAgent) ? list : undefined
}

function isFolderOrAgent(name: unknown): name is string {
  if (typeof name !== 'string') return false
  if (!name.startsWith('agent:')) return /^(?:[/\\*]|~(?:$|[/\\])|[a-z]:[/\\])/i.test(name)
  const agent = name.slice('agent:'.length).trim().toLowerCase()
  return agent === 'generic' || findEngine(agent) !== undefined
}

/** An http or https URL; a password in one would be shown wherever the URL is. */
export function webAddress(value: unknown): string | undefined {
  const url = typeof value === 'string' && URL.canParse(value) ? new URL(value) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === ''
    ? url.href
    : undefined
}

/** One of these words, in any case. */
export function oneOf(...values: string[]): (value: unknown) => string | undefined {
  return (value) => (typeof value === 'string' ? values.find((v) => v === value.toLowerCase()) : undefined)
}

/** A whole number between two bounds, both included. */
export function whole(least: number, most: number): (value: unknown) => number | undefined {
  return (value) => {
    const n = numeric(value)
    return n !== undefined && Number.isInteger(n) && n >= least && n <= most ? n : undefined
  }
}

/** A number above 0. */
export function positive(value: unknown): number | undefined {
  const n = numeric(value)
  return n !== undefined && n > 0 ? n : undefined
}

/** A number from 0 to 1. */
export function share(value: unknown): number | undefined {
  const n = numeric(value)
  return n !== undefined && n >= 0 && n <= 1 ? n : undefined
}

/** A list, or text split at spaces and commas. */
export function words(value: unknown): readonly string[] | undefined {
  const list = typeof value === 'string' ? value.split(/[\s,]+/).filter((word) => word !== '') : value
  return Array.isArray(list) && list.every((word) => typeof word === 'string') ? list : undefined
}

/** The gates that are on: `all`, `none`, or a list of them. */
export function gates(value: unknown): readonly string[] | undefined {
  if (value === 'all') return ALL_GATES
  if (value === 'none') return []
  const list = words(value)
  return list?.every((name) => ALL_GATES.includes(name)) === true ? list : undefined
}

/** A list of agents, or `installed` for those that are connected. */
export function readers(value: unknown): readonly string[] | 'installed' | undefined {
  if (value === 'installed') return value
  if (value === 'none') return []
  const list = words(value)
  return list?.every((name) => SKILL_READERS.includes(name)) === true ? list : undefined
}

function numeric(value: unknown): number | undefined {
  const n =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  return Number.isFinite(n) ? n : undefined
}
