import { createHash } from 'node:crypto'
import { WaylandError } from './errors.ts'

/** A measured score of one text of a skill, as a caller gives it. */
export interface Measurement {
  /** Name, id, or unique beginning of an id of the skill. */
  readonly skill: string
  /** Share of the benchmark's tasks that succeeded, 0 to 1. */
  readonly score: number
  /** Who measured; only `bench` so far. */
  readonly scorer?: string
  /** What was measured: `bodyDigest` of the skill's text at that time. */
  readonly bodyDigest?: string
  /** The measured text; this or `bodyDigest` is required. */
  readonly promptBody?: string
  /** UUID of the row; derived from its content where absent. */
  readonly id?: string
  /** UUID of the row whose text this row's text was derived from. */
  readonly parent?: string
  readonly generation?: number
  /** Unix seconds, or ISO 8601. */
  readonly createdAt?: number | string
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** A validated measurement. */
export interface Checked extends Omit<Measurement, 'scorer'> {
  readonly bodyDigest: string
  /** Unix seconds. */
  readonly createdAt?: number
}

/** SHA-256 as hex of a SKILL.md's text below its front matter, line ends as \n, white space at both ends left out. */
export const bodyDigest = (body: string): string =>
  createHash('sha256').update(body.replaceAll('\r\n', '\n').trim()).digest('hex')

/** Metadata key of the digest of the measured text. */
export const BODY_DIGEST = 'body_digest'

/** Whether a row's score applies to a text; a row without a digest applies to any, which is not read then. */
export function speaksFor(
  metadata: Readonly<Record<string, unknown>> | null,
  textOf: () => string | undefined,
): boolean {
  const measured = metadata?.[BODY_DIGEST]
  if (typeof measured !== 'string') return true
  const body = textOf()
  return body !== undefined && measured === bodyDigest(body)
}

/**
 * How many tasks a row was measured on, from its metadata: `families` where they are fewer than `tasks`, since tasks of
 * one family say the same. Undefined where it tells neither.
 */
export function taskCount(metadata: Readonly<Record<string, unknown>> | null): number | undefined {
  const told = [metadata?.tasks, metadata?.families].filter((one) => typeof one === 'number' && one >= 1)
  return told.length === 0 ? undefined : Math.min(...(told as readonly number[]))
}

/** Reads a row of a file as a measurement; `checkedMeasurement` validates its values. Throws `bad_file`. */
export function measurementFromWire(value: unknown): Measurement {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad('a row must be a JSON object')
  const given = Object.entries(value).filter(([, field]) => field !== null)
  const unknown = given.find(([name]) => !Object.hasOwn(FIELDS, name))?.[0]
  if (unknown !== undefined)
    throw bad(`there is no field ${shown(unknown)}; what else is known of a row belongs into metadata`)
  return Object.fromEntries(given.map(([name, field]) => [FIELDS[name], field])) as unknown as Measurement
}

const FIELDS: Readonly<Record<string, keyof Measurement>> = {
  skill: 'skill',
  score: 'score',
  scorer: 'scorer',
  body_digest: 'bodyDigest',
  prompt_body: 'promptBody',
  id: 'id',
  parent: 'parent',
  generation: 'generation',
  created_at: 'createdAt',
  metadata: 'metadata',
}

/** A validated measurement with digest and time in canonical form. Throws `bad_file` naming the field. */
export function checkedMeasurement({ scorer = 'bench', ...given }: Measurement): Checked {
  const { skill, score, id, parent, generation, createdAt, metadata } = given
  if (typeof skill !== 'string' || skill.trim() === '') throw bad('skill must be the name or the id of a skill')
  if (typeof score !== 'number' || !(score >= 0 && score <= 1))
    throw bad(`score must be a number from 0 to 1, not ${shown(score)}`)
  if (scorer !== 'bench') throw bad(`scorer must be "bench", not ${shown(scorer)}`)
  if (generation !== undefined && !(Number.isSafeInteger(generation) && generation >= 0))
    throw bad(`generation must be a whole number, 0 or more, not ${shown(generation)}`)
  if (metadata !== undefined && (typeof metadata !== 'object' || Array.isArray(metadata)))
    throw bad('metadata must be an object')
  return {
    ...given,
    bodyDigest: measuredText(given),
    ...(id === undefined ? {} : { id: uuid(id, 'id') }),
    ...(parent === undefined ? {} : { parent: uuid(parent, 'parent') }),
    ...(createdAt === undefined ? {} : { createdAt: seconds(createdAt) }),
  } as Checked
}

/**
 * The id of a row that has none: SHA-256 of its content in the form of a UUID v4, so that the same row read again has
 * the same id. `skillId` replaces the name by which the row calls its skill.
 */
export function idOf({ score, bodyDigest, parent, generation, createdAt, metadata }: Checked, skillId: string): string {
  const content = [skillId, score, bodyDigest, parent, generation, createdAt, metadata].map((part) => part ?? null)
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** The digest of the measured text, from `bodyDigest`, from `promptBody`, or from both, which must agree. */
function measuredText({ bodyDigest: given, promptBody: body }: Measurement): string {
  if (body !== undefined && typeof body !== 'string') throw bad('promptBody must be text')
  if (given !== undefined && (typeof given !== 'string' || !SHA256.test(given)))
    throw bad(`bodyDigest must be a SHA-256 as 64 hex digits, not ${shown(given)}`)
  if (given === undefined && body === undefined) throw bad('bodyDigest is missing: which text was measured?')
  const own = body === undefined ? undefined : bodyDigest(body)
  if (given !== undefined && own !== undefined && given.toLowerCase() !== own)
    throw bad('bodyDigest is not that of the text given with it')
  return given?.toLowerCase() ?? own ?? ''
}

const SHA256 = /^[0-9a-f]{64}$/i
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

function uuid(value: unknown, name: string): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw bad(`${name} must be a UUID, not ${shown(value)}`)
  return value.toLowerCase()
}

function seconds(value: unknown): number {
  const at = typeof value === 'string' ? Math.floor(new Date(value).getTime() / 1000) : value
  if (!Number.isSafeInteger(at) || (at as number) < 0)
    throw bad(`createdAt must be unix seconds or an ISO 8601 time, not ${shown(value)}`)
  return at as number
}

const bad = (message: string) =>
  new WaylandError('bad_file', message, {
    hint: 'A row needs skill, score (0 to 1) and body_digest; see "wayland-core bench import --help".',
  })

const LONGEST_SHOWN = 60
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, LONGEST_SHOWN)
