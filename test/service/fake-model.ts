import type { VectorModel } from '../../src/model/vector-model.ts'
import { createEmbedder } from '../../src/service/offers/embedder.ts'
import type { Store } from '../../src/store/store.ts'
import { memoryStore } from '../store/sqlite/memory-store.ts'

const DIMENSION = 64

/** A model of bags of words: texts with the same words mean the same. It fails when it is told to. */
export class FakeModel implements VectorModel {
  readonly name: string
  readonly version = '1'
  readonly dimension = DIMENSION
  readonly batch = 2
  /** Texts that it was asked for, in order. */
  readonly asked: string[] = []
  #answer: () => Promise<number> = async () => DIMENSION

  constructor(name = 'fake') {
    this.name = name
  }

  fail(error: Error): void {
    this.#answer = async () => Promise.reject(error)
  }

  hang(): void {
    this.#answer = () => new Promise(() => {})
  }

  /** Answers with vectors of half the length. */
  shrink(): void {
    this.#answer = async () => DIMENSION / 2
  }

  heal(): void {
    this.#answer = async () => DIMENSION
  }

  async embed(texts: readonly string[]): Promise<readonly Float32Array[]> {
    this.asked.push(...texts)
    const length = await this.#answer()
    return texts.map((text) => bagOf(text).subarray(0, length))
  }
}

function bagOf(text: string): Float32Array {
  const bag = new Float32Array(DIMENSION).fill(0.1)
  for (const word of text.split(/\W+/)) {
    let hash = 7
    for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 9973
    for (const shift of [1, 7, 13]) bag[(hash * shift) % DIMENSION]! += 1
  }
  return bag
}

/** Learned spaces by the name of their model; a second of work each. */
const learned = new Map<string, Promise<readonly (readonly [string, Uint8Array])[]>>()

/** Puts the space of a fake model into a store, as another process that learned it would have. */
export async function knownBefore(store: Pick<Store, 'saveVectorSpace'>, { name }: FakeModel): Promise<void> {
  if (!learned.has(name)) learned.set(name, learn(new FakeModel(name)))
  for (const [model, bytes] of (await learned.get(name)) ?? []) await store.saveVectorSpace(model, bytes)
}

async function learn(model: FakeModel): Promise<readonly (readonly [string, Uint8Array])[]> {
  const saved: [string, Uint8Array][] = []
  const store = memoryStore()
  const saveVectorSpace = async (...space: [string, Uint8Array]) => void saved.push(space)
  const parts = { now: () => new Date(0), budgetMs: 10_000, redact: (text: string) => text, tell: () => {} }
  await createEmbedder({ ...parts, store: { ...store, saveVectorSpace }, model }).prepare([])
  return saved
}
