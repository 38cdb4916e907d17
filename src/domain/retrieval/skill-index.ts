import { type Candidate, candidates, inverseFrequency, type Query, read } from './bm25f.ts'
import { countIn, FIELDS, type Field, plusOne, type SkillText } from './fields.ts'
import { Postings } from './postings.ts'
import { termHashes } from './terms.ts'

/** A skill for a text. The relevance of the first hit is the probability that it is the right one. */
export interface Hit {
  readonly id: string
  readonly relevance: number
}

/** Why a skill was found: the words of the request that it holds, where, and what each added to its score. */
export interface Explained extends Hit {
  readonly score: number
  readonly words: readonly { readonly word: string; readonly fields: readonly Field[]; readonly score: number }[]
}

/** Terms beyond this many in one field say nothing new about a skill. */
const LONGEST_FIELD = 8192

/**
 * The skills of a library, found by text. Adding, replacing and removing cost what the one skill's text costs; results
 * depend on what is in the index, not on the order in which it came.
 */
export class SkillIndex {
  readonly #postings = new Postings()
  readonly #documents = new Map<string, number>()
  readonly #ids: string[] = []

  get size(): number {
    return this.#documents.size
  }

  has(id: string): boolean {
    return this.#documents.has(id)
  }

  /** Adds a skill, or replaces the one with its id. */
  add(skill: SkillText): void {
    this.remove(skill.id)
    const counts = new Map<number, number>()
    const lengths = FIELDS.map((field, at) => {
      const found = termHashes(fieldText(skill, field), LONGEST_FIELD)
      for (const hash of found) {
        const term = this.#postings.intern(hash)
        counts.set(term, plusOne(counts.get(term) ?? 0, at))
      }
      return found.length
    })
    const document = this.#postings.add({ counts, lengths })
    this.#documents.set(skill.id, document)
    this.#ids[document] = skill.id
  }

  /** Takes a skill out; false when it was not there. */
  remove(id: string): boolean {
    const document = this.#documents.get(id)
    if (document === undefined) return false
    this.#postings.remove(document)
    this.#documents.delete(id)
    return true
  }

  /** The best `k` skills for a text, best first; ties by id. Any text is taken; one without a known word finds nothing. */
  search(text: string, k: number): readonly Hit[] {
    return this.explain(text, k).map(({ id, relevance }) => ({ id, relevance }))
  }

  /** The same with the reasons. */
  explain(text: string, k: number): readonly Explained[] {
    const query = read(this.#postings, text)
    const found = candidates(this.#postings, query, Math.max(0, k), (a, b) => (this.#ids[a]! < this.#ids[b]! ? -1 : 1))
    return found.map((candidate) => this.#explained(query, candidate))
  }

  #explained(query: Query, { document, score }: Candidate): Explained {
    const words = query.terms.flatMap(({ term, surface, weight }) => {
      const packed = term < 0 ? 0 : this.#postings.packed(document, term)
      if (packed === 0) return []
      return [{ word: surface, fields: FIELDS.filter((_, at) => countIn(packed, at) > 0), score: weight }]
    })
    return { id: this.#ids[document]!, relevance: plainRelevance(query, this.#postings, document), score, words }
  }
}

function fieldText(skill: SkillText, field: Field): string {
  const value = skill[field] ?? ''
  return typeof value === 'string' ? value : value.join('\n')
}

/** How much a word says when it stands in each field, for the plain estimate. */
const STRENGTH = [1, 1, 0.9, 0.4, 1]

/** An estimate without any fitting: the share of what the request says that the skill says too. */
function plainRelevance(query: Query, postings: Postings, document: number): number {
  let said = 0
  let shared = 0
  for (const { term, hash } of query.terms) {
    const weight = inverseFrequency(postings, term, hash)
    said += weight
    const packed = term < 0 ? 0 : postings.packed(document, term)
    if (packed > 0) shared += weight * Math.max(...STRENGTH.map((s, at) => (countIn(packed, at) > 0 ? s : 0)))
  }
  return said === 0 ? 0 : 1 / (1 + Math.exp(-(shared / said - 0.33) * 9))
}
