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
    const whats = [...new Set(capabilities.filter((one) => one.kind === kind).map(({ what }) => what))]
    if (whats.length === 0) return []
    const more = whats.length > named ? ` and ${whats.length - named} more` : ''
    return [`${SAID[kind]} ${whats.slice(0, named).join(' and ')}${more}`]
  })
}

/** What the first can do and the second cannot. */
export function beyond<C extends Pick<Capability, 'kind' | 'what'>>(
  all: readonly C[],
  known: readonly Pick<Capability, 'kind' | 'what'>[],
): readonly C[] {
  const before = new Set(known.map(({ kind, what }) => `${kind} ${what}`))
  return all.filter(({ kind, what }) => !before.has(`${kind} ${what}`))
}
