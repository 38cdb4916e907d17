import { type PagedArray, pagesOf } from './paged.ts'
import { wholeOf } from './roomy.ts'

/** A list of unsigned numbers in one typed array, which is copied into a wider one when it is full. */
export class Growing<A extends Uint8Array | Uint16Array | Uint32Array> {
  #data: A
  #length: number
  #pages: PagedArray | undefined
  readonly #make: (length: number) => A

  /** Takes ownership of `from`, which has spare room if `roomy` made it. */
  constructor(make: (length: number) => A, from?: A) {
    this.#make = make
    this.#data = from === undefined ? make(64) : wholeOf(from)
    this.#length = from?.length ?? 0
    this.#pages = pagesOf(from)
  }

  /** Loads these items, if the list is loaded on demand; call it before reading `data`. */
  need(from: number, to: number): void {
    if (this.#pages !== undefined) this.#pages.need(from, to)
  }

  /** One item, loaded on demand. */
  at(index: number): number {
    if (this.#pages !== undefined) this.#pages.need(index, index + 1)
    return this.#data[index]!
  }

  /** Adds to one item. */
  add(index: number, by: number): void {
    this.need(index, index + 1)
    this.#data[index]! += by
  }

  /** Some items. */
  slice(from: number, to: number): A {
    this.need(from, to)
    return this.#data.subarray(from, to) as A
  }

  /** Loads all items. */
  needAll(): void {
    this.#pages?.all()
    this.#pages = undefined
  }

  get length(): number {
    return this.#length
  }

  /** The underlying array; items beyond `length` are undefined, and growing replaces the array. */
  get data(): A {
    return this.#data
  }

  /** All items, without the room to grow. */
  whole(): A {
    this.needAll()
    return this.#data.subarray(0, this.#length) as A
  }

  /** Allocated bytes, spare room included. */
  get bytes(): number {
    return this.#data.byteLength
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
      this.needAll()
      const wider = this.#make(Math.max(64, this.#length * 2))
      wider.set(this.#data)
      this.#data = wider
    }
    this.#data[this.#length++] = value
  }
}

export const growing8 = (from?: Uint8Array) => new Growing<Uint8Array>((n) => new Uint8Array(n), from)
export const growing16 = (from?: Uint16Array) => new Growing<Uint16Array>((n) => new Uint16Array(n), from)
export const growing32 = (from?: Uint32Array) => new Growing<Uint32Array>((n) => new Uint32Array(n), from)
