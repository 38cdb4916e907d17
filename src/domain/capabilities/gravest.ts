import { type Capability, doneAs, KINDS, type Kind, saidBefore } from './capability.ts'
import { touchedBy, weightOf } from './weight.ts'

type Deed = Pick<Capability, 'kind' | 'what'>
type Placed = Deed & Partial<Capability>

/** Objects that are named of one kind; the others are counted. */
const NAMED = 4

/** What a skill can do in a person's words: "can push to a remote, reaches api.github.com". '' where it can do nothing. */
export const inWords = (capabilities: readonly Deed[]): string => byKind(capabilities, NAMED).join(', ')

/** The same as a phrase for each kind, of which so many objects are named; the kind that has the gravest comes first. */
export function byKind(capabilities: readonly Deed[], named: number): readonly string[] {
  const gravest = (kind: Kind) => Math.max(...capabilities.map((one) => (one.kind === kind ? gravityOf(one) : 0)))
  return KINDS.toSorted((a, b) => gravest(b) - gravest(a)).flatMap((kind) => {
    const whats = new Set(ofKind(kind, capabilities).map(({ what }) => what))
    return whats.size === 0 ? [] : [`${saidBefore(kind)} ${firstOf([...whats], named)}`]
  })
}

/** What a skill can do of one kind, each with its place. */
export const placedOf = (kind: Kind, capabilities: readonly Capability[]): string =>
  ofKind(kind, capabilities)
    .map(({ what, file, line }) => `${what} (${file}:${line})`)
    .join(', ')

/** Those of a kind, the gravest first. */
const ofKind = <C extends Deed>(kind: Kind, capabilities: readonly C[]): readonly C[] =>
  capabilities.filter((one) => one.kind === kind).toSorted((a, b) => gravityOf(b) - gravityOf(a))

/** The first of them by name; a single one that is left is named, too. */
function firstOf(all: readonly string[], most: number): string {
  const named = all.length === most + 1 ? all.length : most
  return `${all.slice(0, named).join(' and ')}${all.length > named ? ` and ${all.length - named} more` : ''}`
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
function gravityOf(one: Deed): number {
  const { kind, what } = one
  if (kind === 'runs' || kind === 'links') return 0
  // What is to be read comes behind all that is done.
  if (kind === 'mentions') return Math.max(0, gravityOf(doneAs(one)) / 2 - 1)
  // A sentence comes behind code that weighs the same.
  if (kind === 'says') {
    const isSentence = what.startsWith('"')
    const isUnseen = /^"(?:<!--|!\[)/.test(what)
    return weightOf(what) - (isSentence && !isUnseen ? 2 : 0)
  }
  if (kind === 'reaches') return GRAVITY[kind]! - (KNOWN_HOST.test(what) ? 1 : 0)
  return GRAVITY[kind]! + weightOf(what) / 2
}
/** Where most go, and what is named by more than a host. */
const KNOWN_HOST =
  /^packages\b|(?:^|\.)(?:github(?:usercontent)?\.com|npmjs\.org|pypi\.org|pythonhosted\.org|google(?:apis)?\.com|docker\.(?:com|io)|mozilla\.org|python\.org|nodejs\.org|rubygems\.org|crates\.io|debian\.org|ubuntu\.com|microsoft\.com|anthropic\.com|openai\.com|k8s\.io)$/

/** Deeds that a person reads first, and how many of them may be of one kind. */
const FIRST = 6
const OF_ONE_KIND: Partial<Record<Kind, number>> = { says: 5, mentions: 3 }
/** Lines of code that come before the others where more of them are quoted than a short skill has. */
const MUCH_CODE = 30
const OF_CODE = 2
/** What is shown in any case, and what fills up to the fewest. */
const GRAVE = 3
const REACHING = 1
const FEWEST = 5

/**
 * The few gravest things of all that a skill can do; none where it does everyday things alone. The gravest first, then
 * what tells most that is new: a line that is quoted once, and little of what touches the same.
 */
export function gravestOf<C extends Placed>(capabilities: readonly C[]): readonly C[] {
  // That it reaches a host, or touches a file, tells nothing more where what it does there is told.
  const isTold = ({ kind, what }: C) =>
    (kind === 'reaches' &&
      capabilities.some((one) => one.kind === 'acts_on_remote' && one.what.endsWith(` ${what}`))) ||
    (kind === 'writes_outside' && capabilities.some((one) => one.kind === 'deletes' && one.what.includes(what)))
  const all = weighedOf(capabilities).filter(({ one, gravity }) => gravity >= REACHING && !isTold(one))
  const chosen: C[] = []
  const told = new Set<string | number>()
  // Where so much code is quoted, most of it is a library, and what the text orders is what a person looks for.
  const ofCode = all.filter(({ one }) => isCode(one)).length > MUCH_CODE ? OF_CODE : FIRST
  const worthOf = ({ one, gravity, about }: (typeof all)[number]) =>
    (isCode(one) && chosen.filter(isCode).length >= ofCode ? gravity / 2 : gravity) *
    (1 - about.reduce<number>((known, part) => known + Number(told.has(part)), 0) / about.length / 2)
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
function isNew(one: Placed, chosen: readonly Placed[]): boolean {
  const isSaid = ({ kind, what, file, line }: Placed) =>
    what.includes(one.what) ||
    (kind === 'says' && SAID_BY_QUOTE.has(one.kind) && file !== undefined && file === one.file && line === one.line)
  const most = OF_ONE_KIND[one.kind] ?? 2
  return chosen.filter(({ kind }) => kind === one.kind).length < most && !chosen.some(isSaid)
}
const SAID_BY_QUOTE: ReadonlySet<Kind> = new Set(['says', 'acts_on_remote', 'reaches', 'deletes'])
const isCode = ({ kind, what }: Placed): boolean => kind === 'says' && what.startsWith('`')

/** Each with its gravity, what leads out of a text weighing more beside the keys that stand in it, and what it is about. */
const weighedOf = <C extends Placed>(capabilities: readonly C[]) => {
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
