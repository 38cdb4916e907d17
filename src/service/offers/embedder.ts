import { fingerprint } from '../../domain/digest.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import type { Tell } from '../../domain/event.ts'
import { MAX_TEXT } from '../../domain/grouping/features.ts'
import { pack, textKey, unpack } from '../../domain/vectors/cosine.ts'
import {
  decodeNormalisation,
  type EmbeddingNormalisation,
  encodeNormalisation,
  learnNormalisation,
  normalisedVector,
  YARDSTICK,
} from '../../domain/vectors/normalisation.ts'
import type { VectorModel } from '../../model/vector-model.ts'
import type { VectorStore } from '../../store/ports/decision-store.ts'

/** Embeds texts, from the vector store or by the model. A failing model costs a warning, never a rejection. */
export interface Embedder {
  /** The model's name, for a person. */
  readonly name: string
  /** Why the model cannot be asked, as far as known. */
  readonly missing: string | undefined
  /** Milliseconds that a caller waits for a vector at most. */
  readonly budgetMs: number
  /** The key of stored vectors: the model's identity and that of the calibration texts. */
  readonly model: string
  /** The vector of a text, stored or computed within the budget; else undefined. */
  vector(text: string): Promise<Float32Array | undefined>
  /** The stored vectors among those of these texts, by text. */
  known(texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>>
  /** Embeds all texts without a stored vector, in batches and without the budget; stops at the first failure. */
  prepare(texts: readonly string[], onProgress?: (done: number, of: number) => void): Promise<Prepared>
  /** Whether the model's normalisation is known; until then vectors are not used. */
  ready(): Promise<boolean>
  /** Ends background work. */
  stop(): void
}

export interface Prepared {
  readonly embedded: number
  readonly milliseconds: number
  /** Why it stopped early. */
  readonly failure?: WaylandError
}

export interface EmbedderParts {
  readonly store: VectorStore
  readonly model: VectorModel
  readonly now: () => Date
  /** Milliseconds that one answer may take while a caller waits. */
  readonly budgetMs: number
  /** Redacts a text before it is sent to the model. */
  readonly redact: (text: string) => string
  readonly tell: Tell
}

/** Pause after a failure in ms, so that not every request waits for a failing model. */
const REST_MS = 60_000
/** Milliseconds that a batch may take when no caller waits. */
const PATIENCE_MS = 60_000

export function createEmbedder({ store, model, now, budgetMs, redact, tell }: EmbedderParts): Embedder {
  const identity = `${model.name} ${model.version} ${fingerprint(YARDSTICK.join('\n'))}`
  const stopped = new AbortController()
  let space: Promise<EmbeddingNormalisation | undefined> | undefined
  let restingUntil = 0
  let warned = false
  let learning = false

  const time = (): number => now().getTime()
  const read = (text: string): string => redact(text).slice(0, MAX_TEXT)

  async function vector(text: string): Promise<Float32Array | undefined> {
    return await unlessFailing(async () => {
      const own = read(text)
      if (own.trim() === '') return undefined
      const kept = (await knownTo([own])).get(own)
      if (kept !== undefined || time() < restingUntil) return kept
      const here = await knownSpace()
      if (here === undefined) {
        // The normalisation is learned once for a model, in the background.
        if (!learning) void learnUnwatched()
        return undefined
      }
      return (await ask(here, [own], budgetMs)).get(own)
    })
  }

  async function known(texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const own = texts.map((text) => [text, read(text)] as const)
    const found = await unlessFailing(async () => await knownTo(own.map(([, said]) => said)))
    return new Map(
      own.flatMap(([text, said]) => {
        const vector = found?.get(said)
        return vector === undefined ? [] : [[text, vector] as const]
      }),
    )
  }

  async function prepare(
    texts: readonly string[],
    onProgress: (done: number, of: number) => void = () => {},
  ): Promise<Prepared> {
    const start = performance.now()
    let embedded = 0
    const end = (failure?: WaylandError): Prepared => ({
      embedded,
      milliseconds: performance.now() - start,
      ...(failure && { failure }),
    })
    try {
      const here = (await knownSpace()) ?? (await learn())
      const distinct = [...new Set(texts.map(read))].filter((text) => text.trim() !== '')
      const kept = await knownTo(distinct)
      const missing = distinct.filter((text) => !kept.has(text))
      for (const piece of pieces(missing, model.batch)) {
        await ask(here, piece, PATIENCE_MS)
        embedded += piece.length
        onProgress(embedded, missing.length)
        await breath()
      }
      return end()
    } catch (error) {
      if (!stopped.signal.aborted) failed(error)
      return end(asWaylandError(error))
    }
  }

  async function learnUnwatched(): Promise<void> {
    learning = true
    await prepare([])
    learning = false
  }

  /** Learns the normalisation of the model's similarities from its vectors of the calibration texts. */
  async function learn(): Promise<EmbeddingNormalisation> {
    const vectors: Float32Array[] = []
    for (const piece of pieces(YARDSTICK, model.batch)) {
      vectors.push(...(await answer(piece, PATIENCE_MS)))
      await breath()
    }
    const learned = learnNormalisation(vectors)
    await store.saveVectorSpace(identity, encodeNormalisation(learned))
    space = Promise.resolve(learned)
    return learned
  }

  async function knownSpace(): Promise<EmbeddingNormalisation | undefined> {
    space ??= store.vectorSpace(identity).then((bytes) => bytes && decodeNormalisation(bytes))
    const found = await space
    // Another process may have learned it meanwhile.
    if (found === undefined) space = undefined
    return found
  }

  async function knownTo(texts: readonly string[]): Promise<ReadonlyMap<string, Float32Array>> {
    const keys = new Map(texts.map((text) => [textKey(text), text]))
    const packed = await store.vectors(identity, [...keys.keys()], time())
    return new Map([...packed].map(([key, bytes]) => [keys.get(key)!, unpack(bytes)]))
  }

  async function ask(
    here: EmbeddingNormalisation,
    texts: readonly string[],
    ms: number,
  ): Promise<ReadonlyMap<string, Float32Array>> {
    const vectors = await answer(texts, ms)
    if (vectors.some(({ length }) => length !== here.mean.length))
      throw new WaylandError('model_unavailable', `${model.name} answers with another dimension than it did`)
    const packed = new Map(texts.map((text, at) => [text, pack(normalisedVector(here, vectors[at]!))]))
    await store.saveVectors(identity, new Map([...packed].map(([text, bytes]) => [textKey(text), bytes])), time())
    return new Map([...packed].map(([text, bytes]) => [text, unpack(bytes)]))
  }

  /** The model's answer; rejects when the time is over, whether or not the model obeys its abort signal. */
  async function answer(texts: readonly string[], ms: number): Promise<readonly Float32Array[]> {
    const late = AbortSignal.timeout(ms)
    const signal = AbortSignal.any([stopped.signal, late])
    signal.throwIfAborted()
    const abandoned = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    try {
      const vectors = await Promise.race([model.embed(texts, signal), abandoned])
      warned = false
      return vectors
    } catch (error) {
      if (!late.aborted || stopped.signal.aborted) throw error
      throw new WaylandError('model_unavailable', `${model.name} did not answer within ${ms} ms`, { cause: error })
    }
  }

  async function unlessFailing<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!stopped.signal.aborted) failed(error)
      return undefined
    }
  }

  function failed(error: unknown): void {
    restingUntil = time() + REST_MS
    if (warned) return
    warned = true
    tell({ kind: 'warning', what: `vectors are not used, words alone decide: ${asWaylandError(error).message}` })
  }

  return {
    name: model.name,
    get missing() {
      return model.missing
    },
    budgetMs,
    model: identity,
    vector,
    known,
    prepare,
    ready: async () => (await knownSpace()) !== undefined,
    stop: () => stopped.abort(),
  }
}

function* pieces<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size)
}

/** Yields to the event loop between two batches. */
const breath = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve))
