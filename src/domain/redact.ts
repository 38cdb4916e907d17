import type { Task } from './decision.ts'
import { fingerprint } from './digest.ts'
import { cuesIn } from './redaction/cues.ts'
import { encodedIn, joined } from './redaction/encoded.ts'
import { namedSpans, SAID } from './redaction/named.ts'
import { NUMBERED } from './redaction/numbers.ts'
import { withoutPersonal } from './redaction/personal.ts'
import { legible, masked, placeholder, type Span, wholePlaceholders } from './redaction/placeholder.ts'
import { learn, type Removal, removalOf, withoutSpans } from './redaction/removal.ts'
import { ruleSpans } from './redaction/rule.ts'
import { type Rewriting, rewritten } from './redaction/structure.ts'
import { ANYWHERE, ARGUMENTS, NUMBERS, PAIRS, SENTENCES } from './redaction/table.ts'
import { tokenSpans } from './redaction/tokens.ts'
import { isDummy, isSecretValue, secretName } from './redaction/value.ts'
import type { TurnTrajectory } from './turn.ts'

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
 * A turn or a task without secrets and personal data: its texts, folders, and the tools' inputs (which keep their
 * structure) and errors. A value recognised in one of them goes from all of them, ids included, so that the ids of a task
 * still match those of the turn that answers it. The same object when there is nothing to remove; never throws.
 */
export function redactTurn<T extends TurnTrajectory | Task>(turn: T): T {
  let out = turn
  for (let round = 0; round < ROUNDS; round++) {
    const { turn: next, secrets } = redactOnce(out)
    out = next
    if (!secrets) break
  }
  return out
}

/** Maximum rounds: a removal may reveal another secret beside it; in practice the second round finds nothing. */
const ROUNDS = 4

function redactOnce<T extends object>(turn: T): { readonly turn: T; readonly secrets: boolean } {
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
  const lookAtNamed = (name: string, value: unknown): void => {
    if (typeof value === 'string') learn(values, value, valueSpans(name, value))
  }
  rewriteTurn(turn, { text: look, named: lookAtNamed }, asIs)
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
  const cued = cuesIn(text)
  const isSaid = cued[SAID] === 1 && /[ \t\n]/.test(text)
  tokenSpans(text, spans, cued)
  const hasPair = namedSpans(text, isSaid, spans)
  ruleSpans(text, ANYWHERE, spans, cued)
  if (isSaid) ruleSpans(text, SENTENCES, spans, cued)
  if (text.includes('-')) ruleSpans(text, ARGUMENTS, spans, cued)
  if (hasPair) ruleSpans(text, PAIRS, spans, cued)
  if (NUMBERED.test(text)) ruleSpans(text, NUMBERS, spans, cued)
  if (depth < MAX_DEPTH) {
    joinedSpans(text, depth, spans)
    encodedSpans(text, depth, spans)
  }
  return text === given ? spans : spans.map((span) => wholePlaceholders(text, span))
}

function joinedSpans(text: string, depth: number, spans: Span[]): void {
  const whole = joined(text)
  if (whole !== undefined)
    for (const { start, end, kind, values = [whole.text.slice(start, end)] } of findSecrets(whole.text, depth + 1))
      spans.push({ start: whole.origin(start), end: whole.origin(end - 1) + 1, kind, values })
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

const NONE: readonly Span[] = []

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

/** Fields of a turn and of a call that lose only providers' tokens and values found elsewhere. */
const IDS = new Set('engine pickedSkill sessionId promptId stopReason decisionId messageId name'.split(' '))

/** `ids` rewrites the fields above, `how` all other texts. */
function rewriteTurn<T extends object>(turn: T, how: Rewriting, ids: (text: string) => string): T {
  const field = (name: string, value: unknown): unknown =>
    IDS.has(name) && typeof value === 'string' ? ids(value) : rewritten(value, how)
  return withFields(turn, (name, value) =>
    name === 'toolCalls' && Array.isArray(value) ? each(value, (call) => withFields(call, field)) : field(name, value),
  )
}

/** The object with its fields rewritten, in their order; the same object where none changed. */
function withFields<T extends object>(of: T, rewrite: (name: string, value: unknown) => unknown): T {
  let out = of
  for (const name in of) {
    const next = rewrite(name, of[name])
    if (next !== of[name]) out = { ...out, [name]: next }
  }
  return out
}

function each<T>(list: readonly T[], rewrite: (item: T) => T): readonly T[] {
  const out = list.map(rewrite)
  return out.every((item, i) => item === list[i]) ? list : out
}

/** What is secret of the value of a field or flag, by its name; a flag and its value are also read together as a line. */
function valueSpans(name: string, value: string): readonly Span[] {
  const kind = secretName(name)
  if (kind !== undefined && isSecretValue(value, kind, 'quoted')) return [{ start: 0, end: value.length, kind }]
  if (!name.startsWith('-')) return NONE
  const shift = name.length + 1
  return findSecrets(`${name} ${value}`)
    .filter(({ start }) => start >= shift)
    .map((span) => ({ ...span, start: span.start - shift, end: span.end - shift }))
}

function cleanNamed(name: string, value: unknown): unknown {
  if (typeof value === 'number' && value >= 1000 && secretName(name) === 'password') return placeholder('password')
  const spans = typeof value === 'string' ? valueSpans(name, value) : NONE
  return spans.length === 0 ? undefined : withoutSpans(value as string, spans)
}
