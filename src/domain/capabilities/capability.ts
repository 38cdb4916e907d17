/** What a skill can do, in the order in which it is shown: what leaves the project first, everyday programs last. */
export const KINDS = [
  'unread',
  'follows_text',
  'live',
  'agent_settings',
  'secrets',
  'background',
  'writes_outside',
  'acts_on_remote',
  'reaches',
  'writes',
  'deletes',
  'runs',
] as const
export type Kind = (typeof KINDS)[number]

/** One thing that a skill can do, with the first place in its files that says so. */
export interface Capability {
  readonly kind: Kind
  /** Its object: a program, a host, a file, a name in the environment, or a few words. */
  readonly what: string
  readonly file: string
  readonly line: number
}

/** What is said before the objects of each kind. */
const SAID: Readonly<Record<Kind, string>> = {
  unread: 'holds what cannot be read:',
  follows_text: 'follows text from elsewhere:',
  live: 'acts when it is loaded:',
  agent_settings: 'edits',
  secrets: 'can see',
  background: 'leaves behind',
  writes_outside: 'touches',
  acts_on_remote: 'can',
  reaches: 'reaches',
  writes: 'writes',
  deletes: 'deletes',
  runs: 'runs',
}

/** The words before the objects of a kind: "reaches". */
export const saidBefore = (kind: Kind): string => SAID[kind]

/** Objects that are named of one kind; the others are counted. */
const NAMED = 4

/** What a skill can do in a person's words: "can push to a remote, reaches api.github.com". '' where it can do nothing. */
export const inWords = (capabilities: readonly Pick<Capability, 'kind' | 'what'>[]): string =>
  byKind(capabilities, NAMED).join(', ')

/** The same as a phrase for each kind, of which so many objects are named. */
export function byKind(capabilities: readonly Pick<Capability, 'kind' | 'what'>[], named: number): readonly string[] {
  return KINDS.flatMap((kind) => {
    const whats = objectsOf(kind, capabilities, 2 * named + 1, ({ what }) => what)
    if (whats.length === 0) return []
    return [`${SAID[kind]} ${firstOf([...new Set(whats)], named, ' and ')}`]
  })
}

/** Settings of one file that are shown with their place. */
const SETTINGS = 16

/** What a skill can do of one kind, each with its place; of the settings that go into one file, the first. */
export const placedOf = (kind: Kind, capabilities: readonly Capability[]): string =>
  objectsOf(kind, capabilities, SETTINGS, ({ what, file, line }) => `${what} (${file}:${line})`).join(', ')

function objectsOf<C extends Pick<Capability, 'kind' | 'what'>>(
  kind: Kind,
  capabilities: readonly C[],
  settings: number,
  said: (one: C) => string,
): readonly string[] {
  const all = capabilities.filter((one) => one.kind === kind)
  if (kind !== 'writes') return all.map(said)
  const byFile = new Map<string, C[]>()
  for (const one of all) {
    const file = one.what.slice(one.what.lastIndexOf(INTO) + 1)
    byFile.set(file, [...(byFile.get(file) ?? []), one])
  }
  return [...byFile].map(([file, group]) => {
    const each = group.map(({ what }) => what.slice(0, what.lastIndexOf(INTO) + 1))
    return said({ ...group[0]!, what: `${firstOf(each, settings, ', ')}${file}` })
  })
}
const INTO = '` into '

const firstOf = (all: readonly string[], most: number, joint: string): string =>
  `${all.slice(0, most).join(joint)}${all.length > most ? ` and ${all.length - most} more` : ''}`

/** What the first can do and the second cannot. */
export function beyond<C extends Pick<Capability, 'kind' | 'what'>>(
  all: readonly C[],
  known: readonly Pick<Capability, 'kind' | 'what'>[],
): readonly C[] {
  const before = new Set(known.map(({ kind, what }) => `${kind} ${what}`))
  return all.filter(({ kind, what }) => !before.has(`${kind} ${what}`))
}
