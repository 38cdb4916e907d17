import { FIELDS } from './fields.ts'
import type { Phrases, PhrasesState } from './phrases.ts'
import type { Postings } from './postings.ts'
import type { PostingsState } from './postings-state.ts'

/** Documents copied between two pauses: some milliseconds. */
const PIECE = 500

/**
 * Copies some documents, numbered in the order given; terms without a document are dropped, the others keep their
 * order. Yields between pieces: documents may be added meanwhile, since the data of a document is never rewritten.
 */
export function* compacting(
  postings: Postings,
  phrases: Phrases,
  documents: Uint32Array,
): Generator<void, { readonly postings: PostingsState; readonly phrases: PhrasesState }> {
  const { numbers, hashes } = yield* renumbering(postings, documents)
  const starts = startsOf(documents, (document) => postings.termsOf(document).length)
  const terms = new Uint32Array(starts.at(-1)!)
  const counts = new Uint16Array(terms.length)
  const lengths = new Uint16Array(documents.length * FIELDS.length)
  for (let at = 0; at < documents.length; at++) {
    const document = documents[at]!
    renumber(postings.termsOf(document), numbers, terms, starts[at]!)
    counts.set(postings.countsOf(document), starts[at]!)
    lengths.set(postings.lengthsOf(document), at * FIELDS.length)
    if (at % PIECE === PIECE - 1) yield
  }
  return {
    postings: { hashes, starts, terms, counts, lengths },
    phrases: yield* compactingPhrases(phrases, documents, numbers),
  }
}

/** New numbers of the terms that some documents have, by their numbers so far, and their hashes by the new ones. */
function* renumbering(
  postings: Postings,
  documents: Uint32Array,
): Generator<void, { readonly numbers: Uint32Array; readonly hashes: Uint32Array }> {
  const numbers = new Uint32Array(postings.vocabulary)
  let size = 0
  for (let at = 0; at < documents.length; at++) {
    const terms = postings.termsOf(documents[at]!)
    for (let i = 0; i < terms.length; i++) {
      if (numbers[terms[i]!] === 0) size++
      numbers[terms[i]!] = 1
    }
    if (at % PIECE === PIECE - 1) yield
  }
  const hashes = new Uint32Array(size)
  for (let term = 0, next = 0; term < numbers.length; term++) {
    if (numbers[term] === 0) continue
    hashes[next] = postings.hash(term)
    numbers[term] = next++
  }
  return { numbers, hashes }
}

function* compactingPhrases(
  phrases: Phrases,
  documents: Uint32Array,
  numbers: Uint32Array,
): Generator<void, PhrasesState> {
  const firsts = startsOf(documents, (document) => phrases.count(document))
  const starts = new Uint32Array(firsts.at(-1)! + 1)
  const lists: Uint32Array[] = []
  for (const document of documents)
    for (let i = 0; i < phrases.count(document); i++) {
      const terms = phrases.terms(document, i)
      lists.push(terms)
      starts[lists.length] = starts[lists.length - 1]! + terms.length
    }
  yield
  const terms = new Uint32Array(starts.at(-1)!)
  for (let i = 0; i < lists.length; i++) {
    renumber(lists[i]!, numbers, terms, starts[i]!)
    if (i % PIECE === PIECE - 1) yield
  }
  return { documents: firsts, starts, terms }
}

/** Where each document's items begin, and where the last one's end. */
function startsOf(documents: Uint32Array, count: (document: number) => number): Uint32Array {
  const starts = new Uint32Array(documents.length + 1)
  for (let at = 0; at < documents.length; at++) starts[at + 1] = starts[at]! + count(documents[at]!)
  return starts
}

function renumber(from: Uint32Array, numbers: Uint32Array, into: Uint32Array, at: number): void {
  for (let i = 0; i < from.length; i++) into[at + i] = numbers[from[i]!]!
}
