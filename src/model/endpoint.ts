import { WaylandError } from '../domain/errors.ts'
import { checkedVectors } from './answer.ts'
import { readAtMost } from './post-json.ts'
import type { VectorModel } from './vector-model.ts'

export interface EndpointOptions {
  /** The base of an OpenAI-compatible API, such as `http://localhost:11434/v1`, or its `/embeddings` itself. */
  readonly url: string
  readonly model: string
  /** Sent as a bearer token, and written nowhere. */
  readonly key?: string | undefined
}

/** A model behind an OpenAI-compatible `/embeddings` endpoint. Redirects are not followed: a key goes to one place only. */
export function openEndpoint({ url, model, key }: EndpointOptions): VectorModel {
  const place = embeddingsUrl(url)
  // What a person may read: a URL can hold a password or a key of its own.
  const shown = `${place.origin}${place.pathname}`
  let dimension: number | undefined
  const unavailable = (what: string, cause?: unknown) =>
    new WaylandError('model_unavailable', `${shown} ${what}`, cause === undefined ? {} : { cause })

  async function ask(texts: readonly string[], signal: AbortSignal | undefined): Promise<string> {
    const headers = {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    }
    const body = JSON.stringify({ model, input: texts, encoding_format: 'float' })
    const response = await fetch(place, { method: 'POST', headers, body, redirect: 'error', signal: signal ?? null })
    if (!response.ok) {
      await response.body?.cancel()
      throw unavailable(`answered ${response.status}`)
    }
    const read = await readAtMost(response, MOST_BYTES)
    if (read === undefined) throw unavailable(`answered with more than ${MOST_BYTES / 2 ** 20} MiB`)
    return read
  }

  return {
    name: `${shown} ${model}`,
    version: '1',
    get dimension() {
      return dimension
    },
    batch: 64,
    async embed(texts, signal) {
      let text: string
      try {
        text = await ask(texts, signal)
      } catch (error) {
        signal?.throwIfAborted()
        // The words of fetch name no header, but its cause is kept out all the same.
        throw error instanceof WaylandError ? error : unavailable('cannot be reached')
      }
      const vectors = checkedVectors(vectorsOf(text) ?? [], texts.length, dimension, shown)
      dimension = vectors[0]?.length
      return vectors
    },
  }
}

/** Enough for 64 vectors of 16,384 numbers, as text. */
const MOST_BYTES = 32 * 2 ** 20

function embeddingsUrl(url: string): URL {
  const place = new URL(url)
  if (!/\/embeddings\/?$/.test(place.pathname))
    place.pathname = `${place.pathname.replace(/(?<!\/)\/+$/, '')}/embeddings`
  return place
}

/** `{ data: [{ index, embedding }] }`, in the order of the texts; undefined for anything else. */
function vectorsOf(text: string): readonly unknown[] | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return undefined
  }
  const data = (answer as { data?: unknown } | null)?.data
  if (!Array.isArray(data)) return undefined
  const rows = data as readonly ({ readonly index?: unknown; readonly embedding?: unknown } | null)[]
  const ordered: unknown[] = []
  for (const [at, row] of rows.entries()) ordered[typeof row?.index === 'number' ? row.index : at] = row?.embedding
  // An index that is not one of theirs leaves a hole, which is no vector.
  return ordered.length === rows.length ? Array.from(ordered) : undefined
}
