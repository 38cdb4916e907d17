/** The lists of documents of each term. */
export interface Lists {
  /** Where each term's list begins, one more than there are terms. */
  readonly from: Uint32Array
  readonly documents: Uint32Array
  readonly packed: Uint16Array
}

/**
 * Inverts the terms of documents into lists of documents for the `listed` terms, by one counting sort over all pairs.
 */
export function invert({
  starts,
  terms,
  counts,
  listed,
}: {
  readonly starts: Uint32Array
  readonly terms: Uint32Array
  readonly counts: Uint16Array
  readonly listed: Uint8Array
}): Lists {
  const pairs = starts.at(-1)!
  const from = new Uint32Array(listed.length + 1)
  for (let i = 0; i < pairs; i++) from[terms[i]! + 1]! += listed[terms[i]!]!
  for (let term = 0; term < listed.length; term++) from[term + 1]! += from[term]!
  const next = from.slice()
  const documents = new Uint32Array(from.at(-1)!)
  const packed = new Uint16Array(documents.length)
  for (let document = 0; document < starts.length - 1; document++)
    for (let i = starts[document]!; i < starts[document + 1]!; i++) {
      if (listed[terms[i]!] === 0) continue
      const place = next[terms[i]!]!++
      documents[place] = document
      packed[place] = counts[i]!
    }
  return { from, documents, packed }
}
