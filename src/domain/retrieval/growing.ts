/** A list of unsigned numbers in one typed array that doubles when it is full. */
export class Growing<A extends Uint8Array | Uint16Array | Uint32Array> {
  #data: A
  #length: number
  readonly #make: (length: number) => A

  constructor(make: (length: number) => A, from?: A) {
    this.#make = make
    this.#data = from ?? make(64)
    this.#length = from?.length ?? 0
  }

  get length(): number {
    return this.#length
  }

  /** The array behind the list; its items beyond `length` are noise, and growing replaces it. */
  get data(): A {
    return this.#data
  }

  /** Bytes taken, room to grow included. */
  get bytes(): number {
    return this.#data.byteLength
  }

  push(value: number): void {
    if (this.#length === this.#data.length) {
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
