import type { WaylandError } from '../domain/errors.ts'
import type { Catalogue } from './catalogue.ts'
import type { Embedder } from './embedder.ts'
import { textsOf } from './skill-meaning.ts'

/** How it stands with vectors. */
export interface VectorReport {
  /** The model by its name; null where there is none. */
  readonly model: string | null
  /** Whether the model's space is known: before that words alone decide. */
  readonly ready: boolean
  /** What keeps the model from being asked, as far as that is known without asking it. */
  readonly missing?: string
  /** Texts of skills, and how many of them have a vector. */
  readonly texts: number
  readonly kept: number
  /** Texts embedded just now, in how many milliseconds altogether, and why not more. */
  readonly embedded: number
  readonly milliseconds: number
  readonly failure?: WaylandError
}

export interface Preparer {
  /** Says how it stands with vectors; with `prepare` the texts of all offered skills are embedded first. */
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
