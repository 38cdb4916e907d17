import { createHash } from 'node:crypto'

/** A skill as the index of a site lists it; `path` is that of its artifact below the site's root. */
export interface ListedSkill {
  readonly name: string
  readonly path: string
  /** Lower-case hex of SHA-256. */
  readonly sha256: string
}

/** Where the index lies below the root of a site (Agent Skills Discovery, version 0.2.0). */
export const INDEX_PATH = '.well-known/agent-skills/index.json'
const SCHEMA = 'https://schemas.agentskills.io/discovery/0.2.0/schema.json'

/** What an index lists, and what of it cannot be read, with the reason. */
export interface SiteIndex {
  readonly listed: readonly ListedSkill[]
  readonly left: readonly { readonly name: string; readonly why: string }[]
}

/** Reads an index; undefined if the value is none. */
export function readIndex(value: unknown): SiteIndex | undefined {
  if (!isMapping(value) || value.$schema !== SCHEMA || !Array.isArray(value.skills)) return undefined
  const listed: ListedSkill[] = []
  const left: { name: string; why: string }[] = []
  for (const entry of value.skills as readonly unknown[]) {
    const { name, type, url, digest } = entryOf(entry)
    const [, sha256] = /^sha256:([0-9a-f]{64})$/i.exec(digest) ?? []
    const path = pathOf(url)
    if (type !== 'skill-md') left.push({ name, why: `skills of the type "${type.slice(0, 40)}" are not read` })
    else if (sha256 === undefined) left.push({ name, why: 'its digest is no "sha256:" of 64 hex digits' })
    else if (path === undefined) left.push({ name, why: 'its address is not below the folder' })
    else listed.push({ name, path, sha256: sha256.toLowerCase() })
  }
  return { listed, left }
}

const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields of an entry as texts; '' for what is none. */
function entryOf(entry: unknown) {
  const text = (key: string): string => {
    const value = isMapping(entry) ? entry[key] : undefined
    return typeof value === 'string' ? value : ''
  }
  return { name: text('name'), type: text('type'), url: text('url'), digest: text('digest') }
}

/** The path of an address on the index's own site, by the rules of RFC 3986; undefined for another site. */
function pathOf(url: string): string | undefined {
  const base = `${SITE}/${INDEX_PATH}`
  if (url === '' || !URL.canParse(url, base)) return undefined
  const { origin, pathname } = new URL(url, base)
  try {
    const path = decodeURIComponent(pathname).slice(1)
    return origin === SITE && !path.split(/[/\\]/).includes('..') && !path.includes('\0') ? path : undefined
  } catch {
    return undefined
  }
}

const SITE = 'https://site.invalid'

/** The index of skills that lie in folders beside it, each with the bytes of its SKILL.md. */
export function writeIndex(
  skills: readonly { readonly name: string; readonly description: string; readonly bytes: Uint8Array }[],
): string {
  const entries = skills.map(({ name, description, bytes }) => ({
    ...{ name, type: 'skill-md', description, url: `/.well-known/agent-skills/${name}/SKILL.md` },
    digest: `sha256:${sha256Of(bytes)}`,
  }))
  return `${JSON.stringify({ $schema: SCHEMA, skills: entries }, undefined, 2)}\n`
}

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
