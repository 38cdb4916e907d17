import type { Database } from 'better-sqlite3'
import { textKey, unpack, type Vectors } from '../../domain/vectors/cosine.ts'
import type { Sync } from '../asynchronous.ts'
import type { VectorStore } from '../ports/decision-store.ts'
import type { vectors } from './routing-schema.ts'

const DAY_MS = 86_400_000

export interface VectorTable extends Sync<VectorStore> {
  /** The vectors of a model, for a caller inside a transaction. */
  lookup(model: string): Vectors
}

/** Vectors by model and digest of the text, at most `most` of them. */
export function vectorTable(db: Database, most: number): VectorTable {
  const find = db.prepare<[string, string], Pick<typeof vectors.$inferSelect, 'packed' | 'usedAt'>>(
    'SELECT packed, used_at AS usedAt FROM vectors WHERE model = ? AND digest = ?',
  )
  const touch = db.prepare<[number, string, string]>('UPDATE vectors SET used_at = ? WHERE model = ? AND digest = ?')
  const put = db.prepare<[string, string, Uint8Array, number]>(
    'INSERT OR REPLACE INTO vectors (model, digest, packed, used_at) VALUES (?,?,?,?)',
  )
  const count = db.prepare<[], number>('SELECT count(*) FROM vectors').pluck()
  const forget = db.prepare<[number]>(
    'DELETE FROM vectors WHERE rowid IN (SELECT rowid FROM vectors ORDER BY used_at, rowid LIMIT ?)',
  )
  const space = db.prepare<[string], Uint8Array>('SELECT bytes FROM vector_spaces WHERE model = ?').pluck()
  const putSpace = db.prepare<[string, Uint8Array]>('INSERT OR REPLACE INTO vector_spaces (model, bytes) VALUES (?,?)')
  const unpacked = new Map<string, Float32Array>()

  function known(model: string, digests: readonly string[], at: number): ReadonlyMap<string, Uint8Array> {
    const found = new Map<string, Uint8Array>()
    const stale: string[] = []
    for (const digest of digests) {
      const row = find.get(model, digest)
      if (row === undefined) continue
      found.set(digest, new Uint8Array(row.packed))
      // A write for every read would cost more than the read; a day's resolution is enough to find unused ones.
      if (at - row.usedAt > DAY_MS) stale.push(digest)
    }
    if (stale.length > 0) use.immediate(model, stale, at)
    return found
  }

  const use = db.transaction((model: string, digests: readonly string[], at: number) => {
    for (const digest of digests) touch.run(at, model, digest)
  })

  const save = db.transaction((model: string, vectors: ReadonlyMap<string, Uint8Array>, at: number) => {
    for (const [digest, packed] of vectors) put.run(model, digest, packed, at)
    const over = (count.get() ?? 0) - most
    // A tenth more than necessary, so that not every save has to search for the oldest.
    if (over > 0) forget.run(over + Math.floor(most / 10))
  })

  function lookup(model: string): Vectors {
    return (text) => {
      const digest = textKey(text)
      const key = `${model} ${digest}`
      const held = unpacked.get(key)
      if (held !== undefined) return held
      const row = find.get(model, digest)
      if (row === undefined) return undefined
      const vector = unpack(row.packed)
      if (unpacked.size >= MOST_UNPACKED) unpacked.delete(unpacked.keys().next().value as string)
      unpacked.set(key, vector)
      return vector
    }
  }

  return {
    vectors: known,
    saveVectors: save.immediate,
    lookup,
    vectorSpace: (model) => {
      const bytes = space.get(model)
      return bytes && new Uint8Array(bytes)
    },
    saveVectorSpace: (model, bytes) => {
      putSpace.run(model, bytes)
    },
  }
}

/** Unpacked vectors cached for repeated comparisons; 2 KB each with 512 dimensions. */
const MOST_UNPACKED = 4_000
