import { createHash } from 'node:crypto'
import { FEATURES } from './features.ts'
import type { Model } from './learning.ts'
import type { ChannelState, LibraryState } from './library.ts'
import { type Bytes, type Numbers, openArrays, PAGE, paged } from './paged.ts'

/** Why bytes are no index: not written by `save`, written by another version, truncated or altered. */
export interface Refusal {
  readonly refused: 'not_an_index' | 'other_version' | 'damaged'
}

/** Incremented when the indexed texts, the tokenisation or the learned features change. */
const VERSION = 4
const MAGIC = 'WLSI'
const DIGEST_BYTES = 32
/** Magic, version, length of the JSON head; then the digest of that and of the checksums of the pages. */
const PREFIX_BYTES = 12

/** The parts of a saved index. */
export interface Saved {
  readonly state: LibraryState
  /** The last fit. */
  readonly model: Model | null
  /** Skills that changed since the last fit. */
  readonly edits: number
  /** The state of the skills that it is up to date with. */
  readonly mark: SkillMark | null
}

/** A state of the skills in the database. */
export interface SkillMark {
  /** The latest change of a skill. */
  readonly change: number
  /** Distinguishes that change from one of the same number in another database. */
  readonly token: string
  /** The rule by which skills are offered. */
  readonly rule: string
}

interface Head extends Omit<Saved, 'state'> {
  /** Items of each array, in order. */
  readonly arrays: readonly number[]
  readonly pages: number
  readonly said: number
  readonly totals: { readonly words: readonly number[]; readonly grams: readonly number[] }
}

/**
 * Encodes an index as little-endian bytes, in pages that can be read separately. Returns parts to be written in order;
 * yields between pieces of work.
 */
export function* encoding({ state, model, edits, mark }: Saved): Generator<void, readonly Uint8Array[]> {
  const { names, triggers, said, words, grams } = state
  const arrays = [names.starts, names.ids, names.digests, triggers, ...arraysOf(words), ...arraysOf(grams)]
  const { sums, parts } = yield* paged(arrays)
  const totals = { words: words.postings.inverted?.totals ?? [], grams: grams.postings.inverted?.totals ?? [] }
  const counts = arrays.map(({ length }) => length)
  const head: Head = { model, edits, mark, arrays: counts, pages: sums.length, said, totals }
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.write(MAGIC)
  prefix.writeUInt32LE(VERSION, 4)
  prefix.writeUInt32LE(json.length, 8)
  const checked = [prefix, json, Buffer.from(sums.buffer)]
  return [prefix, digestOf(checked), json, Buffer.from(sums.buffer), ...parts]
}

/** Decodes the output of `encoding`; arrays are read on demand. */
export function decode(bytes: Bytes): Saved | Refusal {
  const prefix = Buffer.from(bytes.read(0, PREFIX_BYTES))
  if (prefix.length < PREFIX_BYTES || prefix.toString('latin1', 0, 4) !== MAGIC) return { refused: 'not_an_index' }
  if (prefix.readUInt32LE(4) !== VERSION) return { refused: 'other_version' }
  const digest = Buffer.from(bytes.read(PREFIX_BYTES, DIGEST_BYTES))
  const json = Buffer.from(bytes.read(PREFIX_BYTES + DIGEST_BYTES, Math.min(bytes.size, prefix.readUInt32LE(8))))
  const pages = pagesIn(json)
  const at = PREFIX_BYTES + DIGEST_BYTES + json.length
  const sums = Uint8Array.from(bytes.read(at, Math.min(bytes.size, pages * SUM_BYTES)))
  const body = at + sums.length
  if (!digestOf([prefix, json, sums]).equals(digest) || bytes.size !== body + pages * PAGE)
    return { refused: 'damaged' }
  const head = JSON.parse(json.toString('utf8')) as Head
  if (head.model !== null && head.model.ranking.length !== FEATURES.length) return { refused: 'other_version' }
  const arrays = openArrays(bytes, body, { widths: WIDTHS, counts: head.arrays, sums: new Uint32Array(sums.buffer) })
  return { ...stateOf(arrays, head), model: head.model, edits: head.edits, mark: head.mark }
}

const SUM_BYTES = 4

/** Number of pages that a head names; 0 if it is invalid, which its digest shows later. */
function pagesIn(json: Buffer): number {
  const found = Number(/"pages":(\d{1,9})/.exec(json.toString('latin1'))?.[1] ?? 0)
  return Number.isSafeInteger(found) ? found : 0
}

/** Bytes of an item of each array of `encoding`. */
const CHANNEL_WIDTHS = [4, 4, 4, 2, 2, 4, 4, 4, 4, 2, 4, 4, 4]
const WIDTHS = [4, 1, 1, 1, ...CHANNEL_WIDTHS, ...CHANNEL_WIDTHS]

function arraysOf({ postings, phrases }: ChannelState): readonly Numbers[] {
  const { hashes, starts, terms, counts, lengths, inverted } = postings
  if (inverted === undefined) throw new TypeError('a state to be saved has its inverted side')
  const { places, frequency, from, documents, packed } = inverted
  const lists = [places, frequency, from, documents, packed]
  return [hashes, starts, terms, counts, lengths, ...lists, phrases.documents, phrases.starts, phrases.terms]
}

function stateOf(arrays: readonly Numbers[], { said, totals }: Head): Pick<Saved, 'state'> {
  const [starts, ids, digests, triggers, ...channels] = arrays as [Uint32Array, Uint8Array, Uint8Array, Uint8Array]
  const [words, grams] = [channels.slice(0, CHANNEL_WIDTHS.length), channels.slice(CHANNEL_WIDTHS.length)]
  return {
    state: {
      names: { starts, ids, digests },
      triggers,
      said,
      words: channelOf(words, totals.words),
      grams: channelOf(grams, totals.grams),
    },
  }
}

type Channel = [
  ...[hashes: Uint32Array, starts: Uint32Array, terms: Uint32Array, counts: Uint16Array, lengths: Uint16Array],
  ...[places: Uint32Array, frequency: Uint32Array, from: Uint32Array, documents: Uint32Array, packed: Uint16Array],
  ...[phrases: Uint32Array, phraseStarts: Uint32Array, phraseTerms: Uint32Array],
]

function channelOf(arrays: readonly Numbers[], totals: readonly number[]): ChannelState {
  const [hashes, starts, terms, counts, lengths, places, frequency, from, documents, packed, ...phrases] =
    arrays as Channel
  return {
    postings: {
      ...{ hashes, starts, terms, counts, lengths },
      inverted: { places, frequency, from, documents, packed, totals },
    },
    phrases: { documents: phrases[0], starts: phrases[1], terms: phrases[2] },
  }
}

function digestOf(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
