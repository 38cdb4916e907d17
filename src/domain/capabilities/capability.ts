import { isProtective, touchedBy, weightOf } from './weight.ts'

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
  mentions: 'quotes or forbids:',
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

/** The same as a phrase for each kind, of which so many objects are named; the kind that has the gravest comes first. */
export function byKind(capabilities: readonly Pick<Capability, 'kind' | 'what'>[], named: number): readonly string[] {
  const gravest = (kind: Kind) => Math.max(...capabilities.map((one) => (one.kind === kind ? gravityOf(one) : 0)))
  return KINDS.toSorted((a, b) => gravest(b) - gravest(a)).flatMap((kind) => {
    const whats = new Set(ofKind(kind, capabilities).map(({ what }) => what))
    return whats.size === 0 ? [] : [`${SAID[kind]} ${firstOf([...whats], named)}`]
  })
}

/** How grave each kind is by itself, in the weights of what its objects touch. */
const GRAVITY: Partial<Record<Kind, number>> = {
  follows_text: 12,
  agent_settings: 7,
  background: 6,
  live: 6,
  secrets: 5,
  acts_on_remote: 5,
  writes_outside: 5,
  unread: 5,
  deletes: 4,
  reaches: 2,
}
const gravityOf = ({ kind, what }: Pick<Capability, 'kind' | 'what'>): number => {
  if (kind === 'runs' || kind === 'links' || kind === 'mentions') return 0
  // A sentence comes behind code that weighs the same.
  if (kind === 'says') {
    const isSentence = what.startsWith('"')
    const isUnseen = /^"(?:<!--|!\[)/.test(what)
    return weightOf(what) - (isSentence && !isUnseen ? 2 : 0) - (isProtective(what, isSentence) ? PROTECTED : 0)
  }
  if (kind === 'reaches') return GRAVITY[kind]! - (KNOWN_HOST.test(what) ? 1 : 0)
  return GRAVITY[kind]! + weightOf(what) / 2
}
/** Where most go, and what is named by more than a host. */
const KNOWN_HOST =
  /^packages\b|(?:^|\.)(?:github(?:usercontent)?\.com|npmjs\.org|pypi\.org|pythonhosted\.org|google(?:apis)?\.com|docker\.(?:com|io)|mozilla\.org|python\.org|nodejs\.org|rubygems\.org|crates\.io|debian\.org|ubuntu\.com|microsoft\.com|anthropic\.com|openai\.com|k8s\.io)$/
/** How much less what keeps others out weighs. */
const PROTECTED = 8

/** Deeds that a person reads first, and how many of them may be of one kind. */
const FIRST = 6
const OF_ONE_KIND: Partial<Record<Kind, number>> = { says: 5 }

/**
 * The few gravest things of all that a skill can do; none where it does everyday things alone. The gravest first, then
 * what tells most that is new: a line that is quoted once, and little of what touches the same.
 */
export function gravestOf<C extends Pick<Capability, 'kind' | 'what'> & Partial<Capability>>(
  capabilities: readonly C[],
): readonly C[] {
  const all = weighedOf(capabilities).filter(({ gravity }) => gravity >= REACHING)
  const chosen: C[] = []
  const told = new Set<string | number>()
  const worthOf = ({ gravity, about }: (typeof all)[number]) =>
    gravity * (1 - about.reduce<number>((known, part) => known + Number(told.has(part)), 0) / about.length / 2)
  while (chosen.length < FIRST) {
    const left = all.filter(({ one }) => isNew(one, chosen)).map((each) => ({ ...each, worth: worthOf(each) }))
    const best = left.toSorted((a, b) => b.worth - a.worth)[0]
    if (best === undefined || (best.worth < GRAVE && chosen.length >= FEWEST)) return chosen
    chosen.push(best.one)
    for (const part of best.about) told.add(part)
  }
  return chosen
}

/** Whether something is said by none of what is shown already, and there are not too many of its kind. */
function isNew(one: Pick<Capability, 'kind' | 'what'> & Partial<Capability>, chosen: readonly (typeof one)[]): boolean {
  const isSaid = ({ kind, what, file, line }: typeof one) =>
    what.includes(one.what) ||
    (kind === 'says' && SAID_BY_QUOTE.has(one.kind) && file !== undefined && file === one.file && line === one.line)
  const most = OF_ONE_KIND[one.kind] ?? 2
  return chosen.filter(({ kind }) => kind === one.kind).length < most && !chosen.some(isSaid)
}

/** Each with its gravity, what leads out of a text weighing more beside the keys that stand in it, and what it is about. */
const weighedOf = <C extends Pick<Capability, 'kind' | 'what'> & Partial<Capability>>(capabilities: readonly C[]) => {
  const keys = capabilities.filter(({ kind }) => kind === 'secrets')
  return capabilities.map((one) => {
    const isBeside =
      (one.kind === 'reaches' || one.kind === 'acts_on_remote') &&
      keys.some(({ file, line }) => file === one.file && Math.abs((line ?? 0) - (one.line ?? 0)) <= BESIDE)
    return {
      one,
      gravity: gravityOf(one) + (isBeside ? 4 : 0),
      about: one.kind === 'says' ? [one.kind, ...touchedBy(one.what)] : [one.kind],
    }
  })
}
/** Lines between a key and a way out that belong together. */
const BESIDE = 40

/** What is shown in any case, and what fills up to the fewest. */
const GRAVE = 3
const REACHING = 1
const FEWEST = 5
const SAID_BY_QUOTE: ReadonlySet<Kind> = new Set(['says', 'acts_on_remote', 'reaches', 'deletes'])

/** What stands in a text as an example of what not to do, by what it would be if it were done. */
export const mentionOf = (kind: Kind, what: string): string => `${SAID[kind]} ${what}`

/** A mention as what is mentioned, a link as an address: a mark that a text gives itself lowers how it is shown, never what waits for it. */
export function doneAs<C extends Pick<Capability, 'kind' | 'what'>>(one: C): C {
  if (one.kind === 'links') return { ...one, kind: 'reaches' }
  const kind = one.kind === 'mentions' ? KINDS.find((each) => one.what.startsWith(`${SAID[each]} `)) : undefined
  return kind === undefined ? one : { ...one, kind, what: one.what.slice(SAID[kind].length + 1) }
}

/** What a skill can do of one kind, each with its place. */
export const placedOf = (kind: Kind, capabilities: readonly Capability[]): string =>
  ofKind(kind, capabilities)
    .map(({ what, file, line }) => `${what} (${file}:${line})`)
    .join(', ')

/** Those of a kind, the gravest first. */
const ofKind = <C extends Pick<Capability, 'kind' | 'what'>>(kind: Kind, capabilities: readonly C[]): readonly C[] =>
  capabilities.filter((one) => one.kind === kind).toSorted((a, b) => gravityOf(b) - gravityOf(a))

/** The first of them by name; a single one that is left is named, too. */
function firstOf(all: readonly string[], most: number): string {
  const named = all.length === most + 1 ? all.length : most
  return `${all.slice(0, named).join(' and ')}${all.length > named ? ` and ${all.length - named} more` : ''}`
}

/** What the first can do and the second cannot. */
export function beyond<C extends Pick<Capability, 'kind' | 'what'>>(
  all: readonly C[],
  known: readonly Pick<Capability, 'kind' | 'what'>[],
): readonly C[] {
  const before = new Set(known.map(({ kind, what }) => `${kind} ${what}`))
  return all.filter(({ kind, what }) => !before.has(`${kind} ${what}`))
}
