/** Vectors of texts, by model and digest of the text. */
export interface VectorStore {
  /** The packed vectors of texts by a digest of each; those unknown are left out, those known count as used. */
  vectors(model: string, digests: readonly string[], at: number): Promise<ReadonlyMap<string, Uint8Array>>
  /** Keeps vectors; beyond a bound the least recently used are forgotten. */
  saveVectors(model: string, vectors: ReadonlyMap<string, Uint8Array>, at: number): Promise<void>
  /** What all vectors of a model have in common, as bytes. */
  vectorSpace(model: string): Promise<Uint8Array | undefined>
  saveVectorSpace(model: string, bytes: Uint8Array): Promise<void>
}
