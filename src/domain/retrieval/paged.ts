import { roomy } from './roomy.ts'

/** Bytes of a saved index, wherever they lie. */
export interface Bytes {
  readonly size: number
  /** So many bytes from a place; fewer where they end before. */
  read(at: number, length: number): Uint8Array
}

/** Thrown in the middle of a search: what is read now is not what was saved. */
export class DamagedIndex extends Error {}

/** Each array begins on a page of its own, and each page has its checksum. */
export const PAGE = 4096

export type Numbers = Uint8Array | Uint16Array | Uint32Array

const MAKE: Readonly<Record<number, (length: number) => Numbers>> = {
  1: (length) => new Uint8Array(length),
  2: (length) => new Uint16Array(length),
  4: (length) => new Uint32Array(length),
}

const words = new Uint32Array(PAGE / 4)
const wordBytes = new Uint8Array(words.buffer)

/** Of one page: each step is reversible, so that no change of one word goes unseen. */
function checksum(page: Uint8Array): number {
  wordBytes.set(page)
  let sum = 0x811c9dc5
  for (let at = 0; at < words.length; at++) {
    sum = Math.imul(sum ^ words[at]!, 0x01000193)
    sum ^= sum >>> 15
  }
  return sum >>> 0
}

/** Arrays in pages, and the checksums of these; yields between pieces of work. */
export function* paged(
  arrays: readonly Numbers[],
): Generator<void, { readonly sums: Uint32Array; readonly parts: readonly Uint8Array[] }> {
  const sums: number[] = []
  const parts: Uint8Array[] = []
  for (const { buffer, byteOffset, byteLength } of arrays) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength)
    const rest = byteLength % PAGE
    parts.push(bytes.subarray(0, byteLength - rest))
    if (rest > 0) {
      const last = new Uint8Array(PAGE)
      last.set(bytes.subarray(byteLength - rest))
      parts.push(last)
    }
    for (let at = 0; at < byteLength; at += PAGE) {
      const page = at + PAGE <= byteLength ? bytes.subarray(at, at + PAGE) : parts.at(-1)!
      sums.push(checksum(page))
      if (sums.length % PIECE === 0) yield
    }
  }
  return { sums: Uint32Array.from(sums), parts }
}

/** Pages summed between two pauses: some milliseconds. */
const PIECE = 1024

/** One array of a saved index, whose pages are read when they are asked for. */
export class PagedArray {
  readonly #bytes: Bytes
  readonly #at: number
  readonly #sums: Uint32Array
  readonly #into: Uint8Array
  readonly #width: number
  /** 1 for pages that were read. */
  readonly #has: Uint8Array
  #left: number

  constructor(bytes: Bytes, at: number, sums: Uint32Array, items: Numbers) {
    this.#bytes = bytes
    this.#at = at
    this.#sums = sums
    this.#into = new Uint8Array(items.buffer, items.byteOffset, items.byteLength)
    this.#width = items.BYTES_PER_ELEMENT
    this.#has = new Uint8Array(sums.length)
    this.#left = sums.length
  }

  /** Makes these items be there. Throws `DamagedIndex`. */
  need(from: number, to: number): void {
    if (this.#left === 0 || to <= from) return
    const last = Math.min(this.#has.length - 1, Math.floor((to * this.#width - 1) / PAGE))
    for (let page = Math.floor((from * this.#width) / PAGE); page <= last; page++)
      if (this.#has[page] === 0) {
        let end = page + 1
        while (end <= last && this.#has[end] === 0) end++
        this.#read(page, end)
      }
  }

  all(): void {
    this.need(0, this.#into.length / this.#width)
  }

  #read(from: number, to: number): void {
    const read = this.#bytes.read(this.#at + from * PAGE, (to - from) * PAGE)
    for (let page = from; page < to; page++) {
      const bytes = read.subarray((page - from) * PAGE, (page - from + 1) * PAGE)
      if (bytes.length < PAGE || checksum(bytes) !== this.#sums[page])
        throw new DamagedIndex('the saved skill index is damaged')
      this.#into.set(bytes.subarray(0, Math.min(PAGE, this.#into.length - page * PAGE)), page * PAGE)
      this.#has[page] = 1
      this.#left--
    }
  }
}

/**
 * Arrays of `widths` bytes and `counts` items, one after the other from a place on, with the checksums of all their
 * pages.
 */
export function openArrays(
  bytes: Bytes,
  from: number,
  asked: { readonly widths: readonly number[]; readonly counts: readonly number[]; readonly sums: Uint32Array },
): readonly Numbers[] {
  let at = from
  let page = 0
  return asked.counts.map((count, n) => {
    const items = roomy(MAKE[asked.widths[n]!]!, count)
    const pages = Math.ceil(items.byteLength / PAGE)
    if (pages > 0) PAGED.set(items, new PagedArray(bytes, at, asked.sums.subarray(page, page + pages), items))
    at += pages * PAGE
    page += pages
    return items
  })
}

/** What reads the pages of an array; undefined for one that is whole. */
export const pagesOf = (items: object | undefined): PagedArray | undefined =>
  items === undefined ? undefined : PAGED.get(items)

const PAGED = new WeakMap<object, PagedArray>()
