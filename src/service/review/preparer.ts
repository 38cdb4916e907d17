import type { WaylandError } from '../../domain/errors.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { Embedder } from '../offers/embedder.ts'
import { textsOf } from '../offers/skill-meaning.ts'

/** The state of the embedding model and its vectors. */
export interface VectorReport {
  /** The model's name; null if none is configured. */
  readonly model: string | null
  /** Whether the model's normalisation is known; until then the search uses words only. */
  readonly ready: boolean
  /** Why the model cannot be asked, as far as known without asking it. */
  readonly missing?: string
  /** Texts of offered skills, and how many of them have a stored vector. */
  readonly texts: number
  readonly kept: number
  /** Texts embedded by this call, its duration in ms, and why it stopped early. */
  readonly embedded: number
  readonly milliseconds: number
  readonly failure?: WaylandError
}

export interface Preparer {
  /** Reports on vectors; with `prepare` it first embeds the texts of all offered skills. */
  vectors(options?: {
    readonly prepare?: boolean
    readonly onProgress?: (done: number, of: number) => void
  }): Promise<VectorReport>
}

export function createPreparer(embedder: Embedder | undefined, catalogue: Pick<Catalogue, 'offered'>): Preparer {
  return {
    async vectors({ prepare = false, onProgress } = {}) {
      const texts = [...new Set((await catalogue.offered()).flatMap(textsOf))]
      const count = { texts: texts.length, kept: 0, embedded: 0, milliseconds: 0 }
      if (embedder === undefined) return { model: null, ready: false, ...count }
      const done = prepare ? await embedder.prepare(texts, onProgress) : undefined
      return {
        model: embedder.name,
        ready: await embedder.ready(),
        ...(embedder.missing === undefined ? {} : { missing: embedder.missing }),
        ...count,
        ...done,
        kept: (await embedder.known(texts)).size,
      }
    },
  }
}
