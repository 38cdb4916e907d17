/** What is said before the objects of each kind: what harms most first, everyday programs and mere words last. */
const SAID = {
  follows_text: 'follows text from elsewhere:',
  loosens: 'loosens protection:',
  says: 'tells the model:',
  live: 'acts when it is loaded:',
  agent_settings: 'edits',
  unread: 'holds what cannot be read:',
  secrets: 'can see',
  background: 'leaves behind',
  writes_outside: 'touches',
  acts_on_remote: 'can',
  reaches: 'reaches',
  deletes: 'deletes',
  writes: 'writes',
  runs: 'runs',
  links: 'links to',
  mentions: 'shows as what not to do:',
} as const
export type Kind = keyof typeof SAID
/** What a skill can do, in the order in which it is shown. */
export const KINDS = Object.keys(SAID) as readonly Kind[]

/** One thing that a skill can do, with the first place in its files that says so. */
export interface Capability {
  readonly kind: Kind
  /** Its object: a program, a host, a file, a name in the environment, or a few words. */
  readonly what: string
  readonly file: string
  readonly line: number
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

/** How grave each kind is, and what makes one of it graver; the greatest that fits counts. */
const GRAVITY: readonly (readonly [Kind, number, RegExp?])[] = [
  ['follows_text', 90],
  ['deletes', 88, /^(?:~|\/|\$HOME|\*)|\b(?:DELETE|TRUNCATE|DROP)\b|\bdata\b|a disk/],
  ['loosens', 86, /ssl|tls|verif|auth|admin|role|root|bypass|privileg|certificate|password|\*/i],
  ['loosens', 85],
  ['writes_outside', 82, /rights of this machine|^\/etc\//],
  ['says', 80],
  ['agent_settings', 75],
  ['secrets', 74, /whole|store|\.(?:ssh|aws|gnupg)|id_|history|keys|Login|wallet/],
  ['live', 70],
  ['unread', 68, /put together|named when|given|invisible|does not see|encod|parser/],
  ['acts_on_remote', 66],
  ['background', 65],
  ['secrets', 60],
  ['writes_outside', 56],
  ['writes', 55, /= (?:true|false|\*|https?:)/],
  ['unread', 54],
  ['deletes', 40],
  ['reaches', 38],
  ['writes', 30],
]
const gravityOf = ({ kind, what }: Pick<Capability, 'kind' | 'what'>): number =>
  GRAVITY.find(([of, , pattern]) => of === kind && pattern?.test(what) !== false)?.[1] ?? 0

/** Deeds that a person reads first, and how many of them may be of one kind. */
const FIRST = 6
const OF_ONE_KIND = 2

/** The few gravest things of all that a skill can do, the gravest first; none where it does everyday things alone. */
export function gravestOf<C extends Pick<Capability, 'kind' | 'what'>>(capabilities: readonly C[]): readonly C[] {
  const found = new Map<Kind, number>()
  return capabilities
    .filter((one) => gravityOf(one) >= 54)
    .toSorted((a, b) => gravityOf(b) - gravityOf(a))
    .filter(({ kind }) => {
      found.set(kind, (found.get(kind) ?? 0) + 1)
      return found.get(kind)! <= OF_ONE_KIND
    })
    .slice(0, FIRST)
}

/** What stands in a text as an example of what not to do, by what it would be if it were done. */
export const mentionOf = (kind: Kind, what: string): string => `${SAID[kind]} ${what}`

/** A mention as what is mentioned, a link as an address: a mark that a text gives itself lowers how it is shown, never what waits for it. */
export function doneAs<C extends Pick<Capability, 'kind' | 'what'>>(one: C): C {
  if (one.kind === 'links') return { ...one, kind: 'reaches' }
  const kind = one.kind === 'mentions' ? KINDS.find((each) => one.what.startsWith(`${SAID[each]} `)) : undefined
  return kind === undefined ? one : { ...one, kind, what: one.what.slice(SAID[kind].length + 1) }
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
  if (kind !== 'writes') return all.toSorted((a, b) => gravityOf(b) - gravityOf(a)).map(said)
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
