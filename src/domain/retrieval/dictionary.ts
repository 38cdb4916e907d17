import { growing32 } from './growing.ts'

/** Marks an empty slot of the table. */
const FREE = 0xffffffff

/**
 * Term hashes → small consecutive numbers, by open addressing in one typed array, so that it is loaded by copying. Two
 * terms with one 32-bit hash share a number: among 200,000 terms about five pairs, which costs nothing measurable.
 */
export class Dictionary {
  #places
  readonly #hashes

  constructor(hashes?: Uint32Array, places?: Uint32Array) {
    this.#hashes = growing32(hashes)
    this.#places = growing32(places ?? this.#placed(2 ** Math.ceil(Math.log2(Math.max(512, this.size) * 2))))
  }

  /** The table, to be saved with the hashes. */
  get places(): Uint32Array {
    return this.#places.whole()
  }

  readAll(): void {
    this.#places.needAll()
    this.#hashes.needAll()
  }

  get size(): number {
    return this.#hashes.length
  }

  get bytes(): number {
    return this.#places.bytes + this.#hashes.bytes
  }

  /** The hash of a term by its number. */
  hash(term: number): number {
    return this.#hashes.at(term)
  }

  /** The number of a term, or -1. */
  find(hash: number): number {
    const id = this.#places.data[this.#place(hash)]!
    return id === FREE ? -1 : id
  }

  /** The number of a term; assigns the next one to a new term. */
  intern(hash: number): number {
    let place = this.#place(hash)
    const id = this.#places.data[place]!
    if (id !== FREE) return id
    if (this.size * 2 >= this.#places.length) {
      this.#places = growing32(this.#placed(this.#places.length * 2))
      place = this.#place(hash)
    }
    this.#places.data[place] = this.size
    this.#hashes.push(hash)
    return this.size - 1
  }

  #place(hash: number): number {
    const mask = this.#places.length - 1
    let place = hash & mask
    for (let id = this.#places.at(place); id !== FREE && this.#hashes.at(id) !== hash; id = this.#places.at(place))
      place = (place + 1) & mask
    return place
  }

  #placed(length: number): Uint32Array {
    const places = new Uint32Array(length).fill(FREE)
    this.#hashes.needAll()
    const hashes = this.#hashes.data
    for (let id = 0; id < this.size; id++) {
      let place = hashes[id]! & (length - 1)
      while (places[place] !== FREE) place = (place + 1) & (length - 1)
      places[place] = id
    }
    return places
  }
}
