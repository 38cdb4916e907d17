/** What is said before the objects of each kind: what harms most first, everyday programs and mere words last. */
const SAID = {
  follows_text: 'runs or follows unseen text:',
  says: 'says',
  live: 'acts when it is loaded:',
  agent_settings: 'edits',
  unread: 'holds what cannot be read:',
  secrets: 'can see',
  background: 'leaves behind',
  writes_outside: 'touches',
  acts_on_remote: 'can',
  reaches: 'reaches',
  deletes: 'deletes',
  runs: 'runs',
  links: 'links to',
  mentions: 'quotes',
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

/** What stands in a text to be read and not to be done, by what it would be if it were done: `what deletes …`. */
export const mentionOf = (kind: Kind, what: string): string => (kind === 'says' ? what : `what ${SAID[kind]} ${what}`)

/** A mention as what is mentioned, a link as an address: a mark that a text gives itself lowers how it is shown, never what waits for it. */
export function doneAs<C extends Pick<Capability, 'kind' | 'what'>>(one: C): C {
  if (one.kind === 'links') return { ...one, kind: 'reaches' }
  if (one.kind !== 'mentions') return one
  const kind = KINDS.find((each) => one.what.startsWith(`what ${SAID[each]} `))
  return kind === undefined ? { ...one, kind: 'says' } : { ...one, kind, what: one.what.slice(SAID[kind].length + 6) }
}

/** What the first can do and the second cannot. */
export function beyond<C extends Pick<Capability, 'kind' | 'what'>>(
  all: readonly C[],
  known: readonly Pick<Capability, 'kind' | 'what'>[],
): readonly C[] {
  const before = new Set(known.map(({ kind, what }) => `${kind} ${what}`))
  return all.filter(({ kind, what }) => !before.has(`${kind} ${what}`))
}
