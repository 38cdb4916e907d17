import { growing8, growing32 } from './growing.ts'

/** Ids and digests of documents that are numbered in the order of their ids, as typed arrays. */
export interface NamesState {
  /** Where each id begins, one more than there are. */
  readonly starts: Uint32Array
  /** In UTF-8. */
  readonly ids: Uint8Array
  readonly digests: Uint8Array
}

/** ASCII characters of each digest. */
const DIGEST = 16

/** Ids and digests of documents by number: a base that can be searched, and what was added since. */
export class Names {
  readonly #starts
  readonly #ids
  readonly #digests
  /** Documents of the base. */
  readonly base: number
  /** Of the base only those that were asked for. */
  readonly #known: (string | undefined)[] = []
  readonly #added: string[] = []

  constructor(state?: NamesState) {
    this.#starts = growing32(state?.starts)
    this.#ids = growing8(state?.ids)
    this.#digests = growing8(state?.digests)
    this.base = Math.max(0, this.#starts.length - 1)
  }

  readAll(): void {
    for (const items of [this.#starts, this.#ids, this.#digests]) items.needAll()
  }

  add(document: number, id: string, digest: string): void {
    this.#known[document] = id
    this.#added[document] = digest
  }

  id(document: number): string {
    let id = this.#known[document]
    if (id !== undefined) return id
    id = Buffer.from(this.#ids.slice(this.#starts.at(document), this.#starts.at(document + 1))).toString('utf8')
    this.#known[document] = id
    return id
  }

  digest(document: number): string {
    if (document >= this.base) return this.#added[document]!
    return Buffer.from(this.#digests.slice(document * DIGEST, (document + 1) * DIGEST)).toString('latin1')
  }

  /** The document of the base that has an id. */
  find(id: string): number | undefined {
    let low = 0
    for (let high = this.base; low < high; ) {
      const middle = (low + high) >>> 1
      if (this.id(middle) < id) low = middle + 1
      else high = middle
    }
    return low < this.base && this.id(low) === id ? low : undefined
  }
}

/** Ids in rising order, and their digests, as a state. */
export function namesState(ids: readonly string[], digests: readonly string[]): NamesState {
  const encoded = ids.map((id) => Buffer.from(id, 'utf8'))
  const starts = new Uint32Array(ids.length + 1)
  encoded.forEach(({ length }, at) => {
    starts[at + 1] = starts[at]! + length
  })
  return {
    starts,
    ids: new Uint8Array(Buffer.concat(encoded)),
    digests: new Uint8Array(Buffer.from(digests.join(''), 'latin1')),
  }
}
