/**
 * A model that says what texts mean, each as a vector of numbers. Its name, version and dimension are its identity:
 * vectors of two models are never compared.
 */
export interface VectorModel {
  readonly name: string
  readonly version: string
  /** Numbers in a vector; undefined until the first answer of a model that does not say. */
  readonly dimension: number | undefined
  /** Texts that one call takes well: few where a call occupies the processor, many where it travels. */
  readonly batch: number
  /** What keeps it from being asked, as far as that is known without asking; undefined for nothing. */
  readonly missing?: string | undefined
  /**
   * The vectors of texts, none of them empty, in their order. Rejects with `model_unavailable` when the model cannot be
   * asked or answers anything but one vector of its dimension for each text, and with the signal's reason when aborted.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>
}
