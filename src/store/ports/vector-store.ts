/** Embedding vectors by model and digest of the text. */
export interface VectorStore {
  /** The packed vectors of texts, by digest; unknown ones are left out, known ones count as used at `at`. */
  vectors(model: string, digests: readonly string[], at: number): Promise<ReadonlyMap<string, Uint8Array>>
  /** Stores vectors; above a limit the least recently used are deleted. */
  saveVectors(model: string, vectors: ReadonlyMap<string, Uint8Array>, at: number): Promise<void>
  /** The normalisation of a model's vectors, as bytes. */
  vectorSpace(model: string): Promise<Uint8Array | undefined>
  saveVectorSpace(model: string, bytes: Uint8Array): Promise<void>
}
