/** A list of unsigned numbers in one typed array, which is copied into a wider one when it is full. */
export class Growing<A extends Uint8Array | Uint16Array | Uint32Array> {
  #data: A
  #length: number
  readonly #make: (length: number) => A

  /** Takes over `from`; made by `roomy`, it has room for more. */
  constructor(make: (length: number) => A, from?: A) {
    this.#make = make
    this.#data = from === undefined ? make(64) : ((ROOMY.get(from) as A | undefined) ?? from)
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

/** Room behind an array that was read: the first edits after a start must not copy the whole index. */
const SPARE = 1 / 16
const LEAST_SPARE = 1024
const ROOMY = new WeakMap<object, Uint8Array | Uint16Array | Uint32Array>()

/** So many items, to be filled in and taken over by a list that will not have to copy them soon. */
export function roomy<A extends Uint8Array | Uint16Array | Uint32Array>(
  make: (length: number) => A,
  length: number,
): A {
  const whole = make(length + Math.ceil(length * SPARE) + LEAST_SPARE)
  const items = whole.subarray(0, length) as A
  ROOMY.set(items, whole)
  return items
}
