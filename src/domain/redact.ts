import type { Task } from './decision.ts'
import { fingerprint } from './digest.ts'
import { commandSpans } from './redaction/commands.ts'
import { documentSpans } from './redaction/documents.ts'
import { encodedIn, joined } from './redaction/encoded.ts'
import { namedSpans } from './redaction/named.ts'
import { numberSpans, withoutPersonal } from './redaction/numbers.ts'
import { cuesOf, DIGIT, FLAG, FORM, JOINING, OPERATOR, Pairs } from './redaction/pairs.ts'
import { legible, masked, placeholder, type Span, wholePlaceholders } from './redaction/placeholder.ts'
import { learn, type Removal, removalOf, withoutSpans } from './redaction/removal.ts'
import { ruleSpans, SENTENCES } from './redaction/rules.ts'
import { type Rewriting, rewritten } from './redaction/structure.ts'
import { tokenSpans } from './redaction/tokens.ts'
import { headerSpans, urlSpans } from './redaction/urls.ts'
import { isDummy, isSecretValue, secretName } from './redaction/value.ts'
import type { ToolCall, TurnTrajectory } from './turn.ts'

/** A text without secrets and personal data, and how many places were found in it. */
export interface Redacted {
  readonly text: string
  readonly found: number
}

/**
 * Replaces secrets, e-mail addresses and home folders in one text by placeholders (a home folder by `~`). A value found
 * once is removed from the whole text, as are the values in `known` (kind by value), which the found ones are added to.
 * Idempotent.
 */
export function redactText(text: string, known = new Map<string, string>()): Redacted {
  const seen = legible(text)
  if (seen === text) return redactSeen(text, known)
  const redacted = redactSeen(seen, known)
  return redacted.found === 0 ? { text, found: 0 } : redacted
}

function redactSeen(text: string, values: Map<string, string>): Redacted {
  let out = text
  let found = 0
  for (let round = 0; round < ROUNDS; round++) {
    const spans = findSecrets(out)
    if (round > 0 && spans.length === 0) break
    learn(values, out, spans)
    const next = rewriteText(out, spans, removalOf(values))
    if (next === out) break
    found += Math.max(spans.length, 1)
    out = next
  }
  return { text: out, found }
}

/** A secret found by a rule set: its position and kind (`a-z`, `0-9`, `-`). */
export interface FoundSecret {
  readonly start: number
  readonly end: number
  readonly kind: string
}

/** A rule set maintained elsewhere; slower than the core rules, and called only before a draft is written. */
export type SecretScanner = (text: string) => Promise<readonly FoundSecret[]>

/** Redacts one text by the core rules, then by a maintained rule set. Rejects if that rule set fails. */
export async function redactWith(scanner: SecretScanner, text: string): Promise<Redacted> {
  const first = redactText(text)
  const spans = (await scanner(first.text)).filter(
    // A placeholder of ours, and an address of this machine, of which the core rules have taken what is secret.
    ({ start, end }) =>
      !/^\[redacted:[a-z0-9-]+\]$|@(?:localhost|127\.0\.0\.1|\[::1\])(?![\w.-])/.test(first.text.slice(start, end)) &&
      !isDummy(first.text.slice(start, end)),
  )
  if (spans.length === 0) return first
  const values = new Map<string, string>()
  learn(values, first.text, spans)
  const again = redactText(rewriteText(first.text, spans, removalOf(values)))
  return { text: again.text, found: first.found + spans.length + again.found }
}

/**
 * A turn without secrets and personal data: request, summary, folders, and the tools' inputs (which keep their
 * structure) and errors. A value recognised in one of them goes from all of them, ids included. The same object when
 * there is nothing to remove; never throws.
 */
export function redactTurn(turn: TurnTrajectory): TurnTrajectory {
  let out = turn
  for (let round = 0; round < ROUNDS; round++) {
    const { turn: next, secrets } = redactOnce(out)
    out = next
    if (!secrets) break
  }
  return out
}

/** A task redacted by the rules of a turn, so that its ids still match those of the turn that answers it. */
export function redactTask(task: Task): Task {
  const { text, sessionId, promptId, projectDir, project, engine } = task
  const given = { sessionId, promptId, projectDir, project }
  const named = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const turn = redactTurn({ userInput: text, outcome: 'unknown', summary: '', timestamp: new Date(0), ...named })
  const kept = Object.fromEntries(Object.keys(named).map((name) => [name, turn[name as keyof typeof given]]))
  return { text: turn.userInput, ...kept, ...(engine === undefined ? {} : { engine }) }
}

/** Maximum rounds: a removal may reveal another secret beside it; in practice the second round finds nothing. */
const ROUNDS = 4

function redactOnce(turn: TurnTrajectory): { readonly turn: TurnTrajectory; readonly secrets: boolean } {
  const values = new Map<string, string>()
  const spansOf = new Map<string, readonly Span[]>()
  let holds = false
  // Folders and names of fields come again with each call.
  const look = (text: string): string => {
    if (spansOf.has(text)) return text
    const seen = legible(text)
    const spans = findSecrets(seen)
    spansOf.set(text, spans)
    if (spans.length > 0) {
      holds = true
      learn(values, seen, spans)
    }
    return text
  }
  rewriteTurn(turn, { text: look, named: (name, value) => learnNamed(values, name, value) }, asIs)
  const removal = removalOf(values)
  const clean = (text: string): string => {
    const seen = legible(text)
    const cleaned = rewriteText(seen, spansOf.get(text) ?? [], removal)
    // Colour codes and joiners stay unless they hid a secret.
    return cleaned === seen ? text : cleaned
  }
  const secrets = removal !== undefined || holds
  const cleanId = (id: string): string => (removal ?? asIs)(withoutTokens(id))
  return { turn: rewriteTurn(turn, { text: clean, named: cleanNamed }, cleanId), secrets }
}

const asIs = (text: string): string => text

/** Every secret of a text, in no particular order; spans may overlap, and none begins or ends within a placeholder. */
function findSecrets(given: string, depth = 0): readonly Span[] {
  if (given.length < 4 || PLAIN_NAME.test(given)) return NONE
  const text = masked(given)
  const spans: Span[] = []
  const pairs = new Pairs(text)
  const hasLong = tokenSpans(text, spans, pairs)
  const { marks } = pairs
  const { pair, says } = namedSpans(text, pairs, spans)
  headerSpans(text, pairs, spans)
  if (pairs.hasOne(URLS)) urlSpans(text, spans)
  commandSpans(text, { pair, flags: (marks & FLAG) !== 0, pairs }, spans)
  if ((marks & (FORM | OPERATOR)) !== 0 || pairs.hasOne(SETTINGS)) documentSpans(text, pairs, spans)
  if (says) ruleSpans(text, SENTENCES, pairs, spans)
  if ((marks & DIGIT) !== 0 && text.length >= SHORTEST_NUMBER) numberSpans(text, spans)
  if (depth < MAX_DEPTH) {
    if ((marks & JOINING) !== 0) joinedSpans(text, depth, spans)
    if (hasLong) encodedSpans(text, depth, spans)
  }
  return text === given ? spans : spans.map((span) => wholePlaceholders(text, span))
}

function joinedSpans(text: string, depth: number, spans: Span[]): void {
  const whole = joined(text)
  if (whole !== undefined)
    for (const { start, end, kind, values = [whole.text.slice(start, end)] } of findSecrets(whole.text, depth + 1))
      spans.push({ start: whole.before(start, false), end: whole.before(end, true), kind, values })
}

function encodedSpans(text: string, depth: number, spans: Span[]): void {
  for (const { start, end, plain } of encodedIn(text)) {
    const inner = findSecrets(plain, depth + 1)
    const values = [text.slice(start, end), ...inner.map((span) => plain.slice(span.start, span.end))]
    if (inner.length > 0) spans.push({ start, end, kind: 'encoded', values })
  }
}

/** Joints and encodings within one another that are looked into. */
const MAX_DEPTH = 2

/** Characters of the shortest number of a person. */
const SHORTEST_NUMBER = 10

const NONE: readonly Span[] = []

const URLS = cuesOf(['://', 'ook'])
const SETTINGS = cuesOf(['login', 'set ', 'ENV ', ', '])

/** A plain field name: too short for a token, without an operator. */
const PLAIN_NAME = /^[A-Za-z_]{1,15}$/

function rewriteText(text: string, spans: readonly Span[], removal: Removal | undefined): string {
  let out = spans.length === 0 ? text : withoutSpans(text, spans)
  if (removal !== undefined) out = removal(out)
  return withoutPersonal(out)
}

/** Removes providers' tokens from an id; different tokens give different ids. */
function withoutTokens(id: string): string {
  if (id.length < 16) return id
  const spans: Span[] = []
  tokenSpans(id, spans)
  const tokens = spans.filter(({ kind }) => kind !== 'generated')
  if (tokens.length === 0) return id
  return withoutSpans(
    id,
    tokens.map((span) => ({ ...span, kind: `${span.kind}-${fingerprint(id.slice(span.start, span.end))}` })),
  )
}

/** `ids` rewrites fields that lose only providers' tokens and values found elsewhere. */
function rewriteTurn(turn: TurnTrajectory, { text, named }: Rewriting, ids: (text: string) => string): TurnTrajectory {
  const call = {
    name: ids,
    input: (input: unknown) => rewritten(input, { text, named }),
    error: text,
    cwd: text,
    messageId: ids,
  }
  return withFields(turn, {
    userInput: text,
    summary: text,
    projectDir: text,
    project: text,
    engine: ids,
    pickedSkill: ids,
    sessionId: ids,
    promptId: ids,
    stopReason: ids,
    decisionId: ids,
    toolCalls: (calls) => each(calls, (one: ToolCall) => withFields(one, call)),
  })
}

/** The names of the fields that hold any text, so that no field of text is forgotten. */
type TextOf<T> = { [K in keyof T]-?: string extends NonNullable<T[K]> ? K : never }[keyof T]
type Rewrite<T, K extends keyof T> = (value: NonNullable<T[K]>) => unknown
type Rewrites<T> = { [K in keyof T]?: Rewrite<T, K> } & { [K in TextOf<T>]: Rewrite<T, K> }

/** The object with its fields rewritten, in the order given; the same object where none changed. */
function withFields<T extends object>(of: T, rewrites: Rewrites<T>): T {
  let out = of
  for (const name in rewrites) {
    const rewrite = rewrites[name as keyof T] as Rewrite<T, keyof T>
    const value = of[name as keyof T]
    if (value === undefined || value === null) continue
    const next = rewrite(value)
    if (next !== value) out = { ...out, [name]: next }
  }
  return out
}

function each<T>(list: readonly T[], rewrite: (item: T) => T): readonly T[] {
  let out: T[] | undefined
  for (let i = 0; i < list.length; i++) {
    const item = list[i] as T
    const next = rewrite(item)
    if (next !== item) out ??= list.slice(0, i)
    out?.push(next)
  }
  return out ?? list
}

/**
 * Redacts the value of a field or flag whose name is that of a secret, if the value can be one. A flag and its value
 * are also read together as a line.
 */
function cleanNamed(name: string, value: unknown): unknown {
  const kind = secretName(name)
  if (typeof value === 'number' && kind === 'password' && value >= 1000) return placeholder(kind)
  if (typeof value !== 'string') return undefined
  if (kind !== undefined && isSecretValue(value, kind, 'quoted')) return placeholder(kind)
  if (!name.startsWith('-')) return undefined
  const line = `${name} ${value}`
  const spans = findSecrets(line).filter((span) => span.start > name.length)
  return spans.length === 0 ? undefined : withoutSpans(line, spans).slice(name.length + 1)
}

function learnNamed(values: Map<string, string>, name: string, value: unknown): undefined {
  if (typeof value !== 'string') return
  const kind = secretName(name)
  if (kind !== undefined && isSecretValue(value, kind, 'quoted') && !values.has(value)) values.set(value, kind)
  if (!name.startsWith('-')) return
  const line = `${name} ${value}`
  learn(values, line, findSecrets(line))
}
