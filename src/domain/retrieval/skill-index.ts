import { bestCandidateFeatures } from './best-candidate-features.ts'
import { candidates } from './candidates.ts'
import { worth } from './choice.ts'
import { textDigest } from './digest.ts'
import { FEATURES, type Feature, features } from './features.ts'
import { countIn, FIELDS, type Field, type SkillText } from './fields.ts'
import { learn, type Model, POOL } from './learning.ts'
import { Library } from './library.ts'
import { probability } from './logit.ts'
import { type Bytes, DamagedIndex } from './paged.ts'
import { BARE, PHRASED } from './prior.ts'
import { type Query, readQuery } from './query.ts'
import { decode, encoding, type Refusal, type SkillMark } from './saved.ts'
import { type Candidate, Scratch } from './scratch.ts'

/** A skill for a text. The relevance of the first hit is the probability that it is the right one. */
export interface Hit {
  readonly id: string
  readonly relevance: number
}

/** Why a skill was found. */
export interface Explained extends Hit {
  /** BM25F over words, before the candidates were ranked again. */
  readonly score: number
  /** The words of the request that the skill has, where, and how much of the request each is. */
  readonly words: readonly { readonly word: string; readonly fields: readonly Field[]; readonly share: number }[]
  /** What each feature added to the value by which candidates are ordered. */
  readonly parts: Readonly<Record<Feature, number>>
}

/**
 * The skills of a library, found by text. Adding, replacing and removing cost what the one skill's text costs; results
 * depend on what is in the index and on the last fit, not on the order in which skills came.
 */
export class SkillIndex {
  #library: Library
  readonly #scratch = new Scratch()
  #fitted: Model | undefined
  /** Skills added or removed since the last fit. */
  #edits = 0
  /** The state of the skills that it is up to date with; saved with it. */
  mark: SkillMark | undefined

  constructor(library: Library = new Library(), model?: Model, edits = 0, mark?: SkillMark) {
    this.mark = mark
    this.#library = library
    this.#fitted = model
    this.#edits = edits
  }

  get size(): number {
    return this.#library.size
  }

  has(id: string): boolean {
    return this.#library.find(id) !== undefined
  }

  ids(): Iterable<string> {
    return this.#library.ids()
  }

  /** Adds a skill, or replaces the one with its id. */
  add(skill: SkillText): void {
    this.#edits++
    this.#library.add(skill, textDigest(skill))
  }

  /** Adds or replaces a skill unless its indexed text is the same; returns whether anything changed. */
  put(skill: SkillText): boolean {
    const digest = textDigest(skill)
    if (this.#library.digest(skill.id) === digest) return false
    this.#edits++
    this.#library.add(skill, digest)
    return true
  }

  /** Takes a skill out; false when it was not there. */
  remove(id: string): boolean {
    const was = this.#library.remove(id)
    if (was) this.#edits++
    return was
  }

  /** Makes the index hold exactly these skills; only those with a changed text are indexed. */
  reconcile(skills: Iterable<SkillText>): { readonly changed: number } {
    const gone = new Set(this.#library.ids())
    let changed = 0
    for (const skill of skills) {
      gone.delete(skill.id)
      if (this.put(skill)) changed++
    }
    for (const id of gone) this.remove(id)
    return { changed: changed + gone.size }
  }

  /** The index and its last fit as bytes. */
  save(): Uint8Array {
    const saving = this.saving()
    let step = saving.next()
    while (!step.done) step = saving.next()
    return Buffer.concat(step.value)
  }

  /** `save` in pieces, as parts to be written in order; later changes are not in it. */
  *saving(): Generator<void, readonly Uint8Array[]> {
    const [model, edits, mark] = [this.#fitted ?? null, this.#edits, this.mark ?? null]
    return yield* encoding({ state: yield* this.#library.state(), model, edits, mark })
  }

  /** Loads a saved index, or tells why the bytes are none. */
  static load(bytes: Uint8Array): { readonly index: SkillIndex } | Refusal {
    const found = SkillIndex.open({ size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) })
    if ('refused' in found) return found
    try {
      found.index.readAll()
      return found
    } catch (error) {
      if (error instanceof DamagedIndex) return { refused: 'damaged' }
      throw error
    }
  }

  /** `load` on demand: a search reads what it needs, and throws `DamagedIndex` where a checksum does not match. */
  static open(bytes: Bytes): { readonly index: SkillIndex } | Refusal {
    const saved = decode(bytes)
    if ('refused' in saved) return saved
    const { state, model, edits, mark } = saved
    return { index: new SkillIndex(new Library(state), model ?? undefined, edits, mark ?? undefined) }
  }

  /** Loads what is not loaded yet. Throws `DamagedIndex`. */
  readAll(): void {
    this.#library.readAll()
  }

  /** Stale entries of replaced and removed skills, as a share of the skills in the index. */
  get waste(): number {
    return (this.#library.slots - this.size) / Math.max(1, this.size)
  }

  /** Removes stale entries, in pieces. Returns false and changes nothing if skills changed meanwhile. */
  *compacting(): Generator<void, boolean> {
    const { slots, size } = this.#library
    const state = yield* this.#library.state()
    if (this.#library.slots !== slots || this.size !== size) return false
    this.#library = new Library(state)
    return true
  }

  /** Size for measurement: pairs of a term and a skill, words and grams. */
  get pairs(): number {
    return this.#library.pairs
  }

  /** Bytes that the typed arrays take. */
  get bytes(): number {
    return this.#library.bytes
  }

  /** Skills added, removed or changed since the last fit, as a share of the skills in the index. */
  get staleness(): number {
    return this.#edits / Math.max(1, this.size)
  }

  /** Fits the ranking and the relevance model to the skills in the index. */
  fit(): void {
    const fitting = this.fitting()
    while (!fitting.next().done);
  }

  /** `fit` in pieces; searches meanwhile use the previous fit. */
  *fitting(): Generator<void, void> {
    const begun = this.#edits
    const [prior, model] = [this.#prior, yield* learn([this.#library], this.#prior)]
    // A library that is too small to learn from uses the prior, which may change as skills are added.
    this.#fitted = model === prior ? undefined : model
    this.#edits -= begun
  }

  /**
   * The best `k` skills for a text, best first; ties by id. A text without a known word finds nothing. `toward` adds
   * other evidence for a skill, in log-odds of the ranking.
   */
  search(text: string, k: number, toward?: Toward): readonly Hit[] {
    return this.#ranked(text, k, toward).hits.map(({ id, relevance }) => ({ id, relevance }))
  }

  /** `search` with the reasons for each score. */
  explain(text: string, k: number, toward?: Toward): readonly Explained[] {
    const { query, hits } = this.#ranked(text, k, toward)
    const total = query.words.reduce((sum, { weight }) => sum + weight, 0) || 1
    return hits.map(({ id, relevance, document, score, row }) => {
      const words = query.words.flatMap(({ term, surface, weight }) => {
        const packed = term < 0 ? 0 : this.#library.words.postings.packed(document, term)
        if (packed === 0) return []
        return [{ word: surface, fields: FIELDS.filter((_, at) => countIn(packed, at) > 0), share: weight / total }]
      })
      const parts = FEATURES.map((feature, at) => [feature, this.#model.ranking[at]! * row[at]!])
      return { id, relevance, score, words, parts: Object.fromEntries(parts) as Record<Feature, number> }
    })
  }

  get #model(): Model {
    return this.#fitted ?? this.#prior
  }

  /** The prior depends on whether the skills have triggers or examples. */
  get #prior(): Model {
    return this.#library.hasPhrases ? PHRASED : BARE
  }

  /** The candidates that are not left out; where many are, more of the others are read. */
  #among(query: Query, most: number, toward: Toward): readonly Candidate[] {
    const all = candidates(this.#library, query, most, this.#scratch)
    const found = all.filter(({ document }) => toward(this.#library.id(document)) > Number.NEGATIVE_INFINITY)
    return found.length >= POOL || all.length < most || all.length >= this.size
      ? found
      : this.#among(query, most * 4, toward)
  }

  #ranked(text: string, k: number, toward: Toward = () => 0): { query: Query; hits: readonly Ranked[] } {
    const query = readQuery(this.#library, text)
    const found = this.#among(query, Math.max(POOL, k), toward)
    if (found.length === 0 || k <= 0) return { query, hits: [] }
    const rows = features(this.#library, query, found)
    const values = rows.map(
      (row, at) => worth(this.#model.ranking, row) + toward(this.#library.id(found[at]!.document)),
    )
    const sure = probability(this.#model.relevance, bestCandidateFeatures(this.size, query, rows, values))
    const most = Math.max(...values)
    const hits = found.map(({ document, score }, at): Ranked & { value: number } => ({
      id: this.#library.id(document),
      // Proportional to the odds of the ranking: a candidate half as likely as the first is half as relevant.
      relevance: sure * Math.exp(values[at]! - most),
      document,
      score,
      row: rows[at]!,
      value: values[at]!,
    }))
    hits.sort((a, b) => b.value - a.value || (a.id < b.id ? -1 : 1))
    return { query, hits: hits.slice(0, k) }
  }
}

/** Log odds that speak for or against a skill; -Infinity leaves it out, and it is no rival of others. */
export type Toward = (id: string) => number

interface Ranked extends Hit {
  readonly document: number
  readonly score: number
  readonly row: Float64Array
}
