/**
 * How an agent says that a session was begun: at a terminal or in an editor, by a command that runs without one, or by a
 * program through an SDK.
 */
export type Start = 'terminal' | 'headless' | 'sdk'

/** Turns that are recorded and are no evidence of what a person asks for: a program wrote the request, or they are excluded. */
export type ApartKind = 'program' | 'excluded'

/** What a turn's origin is judged by. */
export interface Origin {
  /** Undefined: the agent does not say. */
  readonly start: Start | undefined
  readonly text: string
  readonly engine: string
  /** The folder as told, and its project; neither is redacted. */
  readonly folders: readonly string[]
  /** Other sessions in which the same text is the only prompt; asked only where it matters. */
  readonly alone: () => Promise<number>
}

/** `learn.exclude` and `learn.include`: globs of folders, or `agent:<name>`. */
export interface OriginRule {
  readonly exclude: readonly string[]
  readonly include: readonly string[]
}

/** Why a turn is recorded apart; undefined where its request is a person's, or theirs by `learn.include`. */
export async function apartBy(
  origin: Origin,
  { exclude, include }: OriginRule,
): Promise<{ readonly kind: ApartKind; readonly reason: string } | undefined> {
  const named = exclude.find((name) => isNamed(origin, name))
  if (named !== undefined) return { kind: 'excluded', reason: `excluded: learn.exclude has "${named}"` }
  if (include.some((name) => isNamed(origin, name))) return undefined
  const writer = await writerOf(origin)
  return writer === undefined ? undefined : { kind: 'program', reason: `program: ${writer}; ${TAKE}` }
}

const TAKE = 'if such requests are yours, name their folder or agent in learn.include'

function isNamed({ engine, folders }: Origin, name: string): boolean {
  return name.startsWith(AGENT)
    ? name.slice(AGENT.length).trim().toLowerCase() === engine
    : folders.some((folder) => isBelowGlob(folder, name))
}

const AGENT = 'agent:'

/** Which program wrote a request, if one did. */
async function writerOf({ start, text, alone }: Origin): Promise<string | undefined> {
  if (start === 'sdk') return 'a program began the session through an SDK'
  if (OBSERVES.test(text.slice(0, MAX_HEAD))) return 'another tool wrote it, to watch a session'
  // Where the agent does not say how it was begun, a person may have sent the same text again: that is what is learned from.
  if (start !== 'headless' || text.length < LONG || (await alone()) < LOOPED) return undefined
  return 'the same text began other sessions and nothing else was said in them, as in a loop'
}

/** What tools say that keep a memory of sessions: who they are, or whom they watch. */
const OBSERVES =
  /^(?:You are|Hello)\b[^.\n]{0,60}\b(?:memory agent|observer)\b|<observed_from_[a-z_]{1,40}>|\bobserve the primary (?:\w{1,20} )?session\b/i
const MAX_HEAD = 1_000

/** Characters from which on a text is hardly typed twice word for word: nobody of four developers did, in 1,132 requests. */
const LONG = 60
/** A person who runs an agent by a command may repeat one; a text of this length comes from a script. */
const LOOPED = 1

/**
 * Whether a folder is one that a glob names, or lies below it. In a glob `*` is any part of a name, `?` one character of
 * it, and `**` any number of folders; names are compared as they are written. Takes time in proportion to the product of
 * both lengths at most.
 */
export function isBelowGlob(folder: string, glob: string): boolean {
  return matches([...namesIn(glob), '**'], namesIn(folder), {
    isAny: (name) => name === '**',
    isSame: (pattern, name) =>
      matches([...pattern], [...name], { isAny: (c) => c === '*', isSame: (c, d) => c === '?' || c === d }),
  })
}

/** A path in its names; both slashes part them, and the first is empty where it begins at the root. */
function namesIn(path: string): readonly string[] {
  const [first = '', ...rest] = path.split(/[\\/]/)
  return [first, ...rest.filter((name) => name !== '' && name !== '.')]
}

/** Matches from the left, and goes back to the latest `isAny` only: an earlier one can take no more than that one. */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  { isAny, isSame }: { isAny: (part: string) => boolean; isSame: (part: string, of: string) => boolean },
): boolean {
  let [at, in_] = [0, 0]
  let back: { readonly at: number; from: number } | undefined
  while (in_ < text.length) {
    const part = pattern[at]
    if (part !== undefined && isAny(part)) {
      at++
      back = { at, from: in_ }
    } else if (part !== undefined && isSame(part, text[in_]!)) {
      at++
      in_++
    } else if (back === undefined) return false
    else {
      back.from++
      at = back.at
      in_ = back.from
    }
  }
  return pattern.slice(at).every(isAny)
}
