import { compacting } from './compaction.ts'
import { FIELDS, type Field, plusOne, type SkillText, texts } from './fields.ts'
import { grams } from './grams.ts'
import { growing8 } from './growing.ts'
import { Names, type NamesState, namesState } from './names.ts'
import { Phrases, type PhrasesState } from './phrases.ts'
import { Postings } from './postings.ts'
import type { Document, PostingsState } from './postings-state.ts'
import { termHashes } from './terms.ts'

/** Maximum number of terms of one field. */
const LONGEST_FIELD = 8192
const PHRASE_FIELDS: readonly Field[] = ['name', 'triggers', 'examples']
/**
 * Document frequencies, as shares of a large library, above which the postings of a term are not traversed; measured.
 */
const FREQUENT = { words: 1, grams: 0.01 }
/** Maximum number of phrases of one field of a document. */
const MOST_PHRASES = 100

/** One side of the index: postings of words or of grams, and the phrases of each document in the same terms. */
export interface Channel {
  readonly postings: Postings
  readonly phrases: Phrases
}

export interface ChannelState {
  readonly postings: PostingsState
  readonly phrases: PhrasesState
}

export interface LibraryState {
  readonly names: NamesState
  readonly triggers: Uint8Array
  /** Number of triggers and examples of all documents. */
  readonly said: number
  readonly words: ChannelState
  readonly grams: ChannelState
}

/**
 * The indexed skills: documents by number, found by id. The number of a replaced or removed skill is not used again.
 */
export class Library {
  readonly words: Channel
  readonly grams: Channel
  readonly #names: Names
  /** Documents that were added, by id, and ids of the base that were taken out or replaced. */
  readonly #added = new Map<string, number>()
  readonly #gone = new Set<string>()
  /**
   * Number of triggers among the phrases of each document, which are the name, triggers and examples, in this order.
   */
  readonly #triggers
  /** Triggers and examples of the living documents. */
  #phrases = 0

  constructor(state?: LibraryState) {
    this.words = {
      postings: new Postings(FREQUENT.words, state?.words.postings),
      phrases: new Phrases(state?.words.phrases),
    }
    this.grams = {
      postings: new Postings(FREQUENT.grams, state?.grams.postings),
      phrases: new Phrases(state?.grams.phrases),
    }
    this.#names = new Names(state?.names)
    this.#triggers = growing8(state?.triggers)
    this.#phrases = state?.said ?? 0
  }

  get size(): number {
    return this.#names.base - this.#gone.size + this.#added.size
  }

  /** Numbers assigned so far, including those of replaced and removed skills. */
  get slots(): number {
    return this.words.postings.slots
  }

  id(document: number): string {
    return this.#names.id(document)
  }

  find(id: string): number | undefined {
    return this.#added.get(id) ?? (this.#gone.has(id) ? undefined : this.#names.find(id))
  }

  *ids(): Iterable<string> {
    for (let document = 0; document < this.#names.base; document++) {
      const id = this.id(document)
      if (!this.#gone.has(id)) yield id
    }
    yield* this.#added.keys()
  }

  digest(id: string): string | undefined {
    const document = this.find(id)
    return document === undefined ? undefined : this.#names.digest(document)
  }

  /** Documents in the order of their ids, independent of the order of insertion. */
  documents(): readonly number[] {
    return [...this.ids()].sort(byCodeUnits).map((id) => this.find(id)!)
  }

  /** The field that a document's phrase stands in. */
  phraseField(document: number, phrase: number): Field {
    if (phrase === 0) return 'name'
    return phrase <= this.#triggers.at(document) ? 'triggers' : 'examples'
  }

  add(skill: SkillText, digest: string): void {
    this.remove(skill.id)
    const document = this.words.postings.add(documentOf(skill, this.words.postings, termHashes))
    this.grams.postings.add(documentOf(skill, this.grams.postings, grams))
    const phrases = PHRASE_FIELDS.flatMap((field) => texts(skill, field).slice(0, MOST_PHRASES))
    this.words.phrases.add(phrases.map((text) => numbered(this.words.postings, termHashes(text, LONGEST_FIELD))))
    this.grams.phrases.add(phrases.map((text) => numbered(this.grams.postings, grams(text, LONGEST_FIELD))))
    this.#triggers.push(Math.min(MOST_PHRASES, texts(skill, 'triggers').length))
    this.#added.set(skill.id, document)
    this.#phrases += this.words.phrases.count(document) - 1
    this.#names.add(document, skill.id, digest)
  }

  remove(id: string): boolean {
    const document = this.find(id)
    if (document === undefined) return false
    this.words.postings.remove(document)
    this.grams.postings.remove(document)
    if (!this.#added.delete(id)) this.#gone.add(id)
    this.#phrases -= this.words.phrases.count(document) - 1
    return true
  }

  /** Whether a skill has at least one trigger or example, on average. */
  get hasPhrases(): boolean {
    return this.size > 0 && this.#phrases >= this.size
  }

  /** Loads what is not loaded yet. */
  readAll(): void {
    this.#names.readAll()
    this.#triggers.needAll()
    for (const { postings, phrases } of [this.words, this.grams]) {
      postings.readAll()
      phrases.readAll()
    }
  }

  /** Pairs of a term and a document, words and grams. */
  get pairs(): number {
    return this.words.postings.pairs + this.grams.postings.pairs
  }

  /** Bytes of the typed arrays. */
  get bytes(): number {
    return [this.words, this.grams].reduce((sum, { postings, phrases }) => sum + postings.bytes + phrases.bytes, 0)
  }

  /** A snapshot of the documents in use as typed arrays, in the order of their ids. Yields between pieces. */
  *state(): Generator<void, LibraryState> {
    const ids = [...this.ids()].sort(byCodeUnits)
    const documents = Uint32Array.from(ids, (id) => this.find(id) as number)
    const digests = Array.from(documents, (document) => this.#names.digest(document))
    const triggers = Uint8Array.from(documents, (document) => this.#triggers.at(document))
    const said = this.#phrases
    const words = yield* compacting(this.words.postings, this.words.phrases, documents)
    const characters = yield* compacting(this.grams.postings, this.grams.phrases, documents)
    const [of, ofGrams] = [
      new Postings(FREQUENT.words, words.postings),
      new Postings(FREQUENT.grams, characters.postings),
    ]
    yield
    return {
      names: namesState(ids, digests),
      triggers,
      said,
      words: { ...words, postings: { ...words.postings, inverted: of.inverted() } },
      grams: { ...characters, postings: { ...characters.postings, inverted: ofGrams.inverted() } },
    }
  }
}

const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const numbered = (postings: Postings, hashes: readonly number[]): number[] =>
  hashes.map((hash) => postings.intern(hash))

function documentOf(
  skill: SkillText,
  postings: Postings,
  split: (text: string, limit: number) => readonly number[],
): Document {
  const counts = new Map<number, number>()
  const lengths = FIELDS.map((field, at) => {
    const found = split(texts(skill, field).join('\n'), LONGEST_FIELD)
    for (const hash of found) {
      const term = postings.intern(hash)
      counts.set(term, plusOne(counts.get(term) ?? 0, at))
    }
    return found.length
  })
  return { counts, lengths }
}
