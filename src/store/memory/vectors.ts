import { unpack } from '../../domain/vectors/packed.ts'
import { textKey } from '../../domain/vectors/text-key.ts'
import type { Vectors } from '../../domain/vectors/vectors.ts'
import { bounded } from './bounded.ts'

/** Vectors by model and digest of the text, in memory; at most `most` of them. */
export function memoryVectors(most: number) {
  const kept = new Map<string, Uint8Array>()
  const spaces = new Map<string, Uint8Array>()
  const keyOf = (model: string, digest: string): string => `${model} ${digest}`

  return {
    known(model: string, digests: readonly string[]): ReadonlyMap<string, Uint8Array> {
      const found = new Map<string, Uint8Array>()
      for (const digest of digests) {
        const key = keyOf(model, digest)
        const packed = kept.get(key)
        if (packed === undefined) continue
        found.set(digest, packed)
        // A Map keeps the order in which keys came: what is used now goes last.
        kept.delete(key)
        kept.set(key, packed)
      }
      return found
    },
    save(model: string, vectors: ReadonlyMap<string, Uint8Array>): void {
      for (const [digest, packed] of vectors) {
        const key = keyOf(model, digest)
        kept.delete(key)
        bounded(kept, most).set(key, packed)
      }
    },
    lookup:
      (model: string): Vectors =>
      (text) => {
        const packed = kept.get(keyOf(model, textKey(text)))
        return packed && unpack(packed)
      },
    space: (model: string): Uint8Array | undefined => spaces.get(model),
    saveSpace: (model: string, bytes: Uint8Array): void => {
      spaces.set(model, bytes)
    },
  }
}

export type MemoryVectors = ReturnType<typeof memoryVectors>
