import { createHash } from 'node:crypto'
import { FEATURES } from './features.ts'
import { roomy } from './growing.ts'
import type { Model } from './learning.ts'
import type { ChannelState, LibraryState } from './library.ts'

/** Why bytes were not taken for an index: never written by `save`, written by another version, or cut or altered. */
export interface Refusal {
  readonly refused: 'not_an_index' | 'other_version' | 'damaged'
}

/** Raised whenever what is indexed, how it is split or what is learned from it changes. */
const VERSION = 2
const MAGIC = 'WLSI'
const DIGEST_BYTES = 32
/** Magic, version, length of the JSON head; then the digest of all the rest. */
const PREFIX_BYTES = 12
const WIDTH = { triggers: 1, counts: 2, lengths: 2 } as const

/** What is saved of an index. */
export interface Saved {
  readonly state: LibraryState
  /** The last fit. */
  readonly model: Model | null
  /** Skills that changed since then. */
  readonly edits: number
}

interface Head extends Omit<Saved, 'state'> {
  readonly ids: readonly string[]
  readonly digests: readonly string[]
  /** Items of each array, in order. */
  readonly arrays: readonly number[]
}

/**
 * The forward side of an index as bytes, little endian as typed arrays are; the inverted side follows from it. In parts,
 * to be written one after the other; yields between pieces of work.
 */
export function* encoding({ state, model, edits }: Saved): Generator<void, readonly Uint8Array[]> {
  const arrays = [state.triggers, ...channelArrays(state.words), ...channelArrays(state.grams)]
  const { ids, digests } = state
  const head: Head = { ids, digests, model, edits, arrays: arrays.map(({ length }) => length) }
  const json = Buffer.from(JSON.stringify(head))
  const prefix = Buffer.alloc(PREFIX_BYTES)
  prefix.write(MAGIC)
  prefix.writeUInt32LE(VERSION, 4)
  prefix.writeUInt32LE(json.length, 8)
  const body = [
    json,
    ...arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  ]
  const hash = createHash('sha256').update(prefix)
  for (const part of body)
    for (let at = 0; at < part.length; at += HASHED) {
      hash.update(part.subarray(at, at + HASHED))
      yield
    }
  return [prefix, hash.digest(), ...body]
}

/** Bytes hashed between two pauses. */
const HASHED = 4 * 1024 * 1024

/** What `encoding` made, or why not. */
export function decode(bytes: Uint8Array): Saved | Refusal {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (all.length < PREFIX_BYTES || all.toString('latin1', 0, 4) !== MAGIC) return { refused: 'not_an_index' }
  if (all.readUInt32LE(4) !== VERSION) return { refused: 'other_version' }
  const body = all.subarray(PREFIX_BYTES + DIGEST_BYTES)
  if (!digestOf([all.subarray(0, PREFIX_BYTES), body]).equals(all.subarray(PREFIX_BYTES, PREFIX_BYTES + DIGEST_BYTES)))
    return { refused: 'damaged' }
  const json = all.readUInt32LE(8)
  const head = JSON.parse(body.toString('utf8', 0, json)) as Head
  if (head.model !== null && head.model.ranking.length !== FEATURES.length) return { refused: 'other_version' }
  const next = reader(body, json, head.arrays)
  const triggers = next(WIDTH.triggers) as Uint8Array
  const state = { ids: head.ids, digests: head.digests, triggers, words: channel(next), grams: channel(next) }
  return { state, model: head.model, edits: head.edits }
}

type Numbers = Uint8Array | Uint16Array | Uint32Array

function channelArrays({ postings, phrases }: ChannelState): readonly Numbers[] {
  const { hashes, starts, terms, counts, lengths } = postings
  return [hashes, starts, terms, counts, lengths, phrases.documents, phrases.starts, phrases.terms]
}

function channel(next: (width: number) => Numbers): ChannelState {
  const wide = (): Uint32Array => next(4) as Uint32Array
  const [hashes, starts, terms] = [wide(), wide(), wide()]
  const [counts, lengths] = [next(WIDTH.counts) as Uint16Array, next(WIDTH.lengths) as Uint16Array]
  return {
    postings: { hashes, starts, terms, counts, lengths },
    phrases: { documents: wide(), starts: wide(), terms: wide() },
  }
}

/** Cuts the arrays out of the bytes one after the other, each copied to where its items are aligned and can grow. */
function reader(body: Buffer, from: number, counts: readonly number[]): (width: number) => Numbers {
  let at = from
  let item = 0
  return (width) => {
    const array = roomy(MAKE[width]!, counts[item++]!)
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    bytes.set(body.subarray(at, at + array.byteLength))
    at += array.byteLength
    return array
  }
}

const MAKE: Readonly<Record<number, (length: number) => Numbers>> = {
  1: (length) => new Uint8Array(length),
  2: (length) => new Uint16Array(length),
  4: (length) => new Uint32Array(length),
}

function digestOf(parts: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
