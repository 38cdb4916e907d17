import { type Capability, KINDS } from '../capabilities/capability.ts'
import { jsonIn } from '../json-value.ts'

/** The contents of a draft's manifest.json, for readers of the folder; the authoritative record is the ledger. */
export interface Manifest {
  readonly name: string
  readonly signature: string
  readonly draftedAt: Date
  readonly evidenceCount: number
  readonly needsReview: boolean
  readonly score: number
  readonly id: string
  readonly version: string
  /** Ids of the turns it was drafted from. */
  readonly evidence: readonly string[]
  readonly capabilities: readonly Pick<Capability, 'kind' | 'what'>[]
}

/** The text of manifest.json: the fixed keys first, in their order, then our own. */
export const formatManifest = (m: Manifest): string =>
  toText({
    name: m.name,
    auto_drafted: true,
    drafted_at: m.draftedAt.toISOString(),
    signature: m.signature,
    evidence_count: m.evidenceCount,
    needs_review: m.needsReview,
    score: m.score,
    scorer: 'auto_drafter',
    score_measured: false,
    id: m.id,
    version: m.version,
    evidence: m.evidence,
    capabilities: m.capabilities.map(({ kind, what }) => ({ kind, what: what.replaceAll(' ', '_') })),
  } satisfies Record<Key, unknown>)

/**
 * Whether a text is a manifest.json that says nothing to a reader: written as the drafter writes it, with its keys alone, and
 * in them numbers, names and times. What another hand added makes it false.
 */
export function isPlainManifest(text: string): boolean {
  const read = jsonIn(text)
  // The same text again: of two values under one key only the last is read.
  return (
    read !== undefined &&
    toText(read) === text &&
    Object.entries(read ?? {}).every(
      ([key, value]) => isKey(key) && (key === 'capabilities' ? areCapabilities(value) : isPlain(value)),
    )
  )
}

const toText = (fields: unknown): string => `${JSON.stringify(fields, null, 2)}\n`

const KEYS = [
  'name',
  'auto_drafted',
  'drafted_at',
  'signature',
  'evidence_count',
  'needs_review',
  'score',
  'scorer',
  'score_measured',
  'id',
  'version',
  'evidence',
  'capabilities',
] as const
type Key = (typeof KEYS)[number]

const isKey = (key: string): boolean => KEYS.some((one) => one === key)

/** No string with a space: one word instructs nobody. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isPlain)
    : typeof value === 'string'
      ? /^[\p{L}\p{N}_.:-]{0,100}$/u.test(value)
      : typeof value === 'number' || typeof value === 'boolean'

/** Kinds and their objects, each one word. */
const areCapabilities = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every(
    (one: Record<string, unknown> | null) =>
      Object.keys(one ?? {}).join() === 'kind,what' &&
      (KINDS.some((kind) => kind === one?.kind) || OF_EARLIER_BUILDS.has(one?.kind)) &&
      /^[^\s\p{Cc}\p{Cf}]{1,100}$/u.test(String(one?.what)),
  )

/** Kinds that are quoted now; the manifests of drafts that have them stay as they were written. */
const OF_EARLIER_BUILDS: ReadonlySet<unknown> = new Set(['loosens', 'writes'])
