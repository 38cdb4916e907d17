import { growing32 } from './growing.ts'

/**
 * Phrases as typed arrays: `documents` says where each document's phrases begin, `starts` where each one's terms do.
 */
export interface PhrasesState {
  readonly documents: Uint32Array
  readonly starts: Uint32Array
  readonly terms: Uint32Array
}

/** What people would type for each document, phrase by phrase, as term numbers in reading order. Append only. */
export class Phrases {
  readonly #documents
  readonly #starts
  readonly #terms

  constructor(state?: PhrasesState) {
    this.#documents = growing32(state?.documents)
    this.#starts = growing32(state?.starts)
    this.#terms = growing32(state?.terms)
    if (state === undefined) {
      this.#documents.push(0)
      this.#starts.push(0)
    }
  }

  /** Adds the phrases of the next document. */
  add(phrases: readonly (readonly number[])[]): void {
    for (const phrase of phrases) {
      for (const term of phrase) this.#terms.push(term)
      this.#starts.push(this.#terms.length)
    }
    this.#documents.push(this.#starts.length - 1)
  }

  readAll(): void {
    for (const items of [this.#documents, this.#starts, this.#terms]) items.needAll()
  }

  get bytes(): number {
    return this.#documents.bytes + this.#starts.bytes + this.#terms.bytes
  }

  /** Number of phrases of a document. */
  count(document: number): number {
    return this.#documents.at(document + 1) - this.#documents.at(document)
  }

  /** The terms of one phrase of a document, repeats included. */
  terms(document: number, phrase: number): Uint32Array {
    const at = this.#documents.at(document) + phrase
    return this.#terms.slice(this.#starts.at(at), this.#starts.at(at + 1))
  }
}
