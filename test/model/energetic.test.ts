import { describe, expect, it } from 'vitest'
import { cosine, unit } from '../../src/domain/vectors/cosine.ts'
import { openEnergetic } from '../../src/model/energetic.ts'
import { vectorModelConformance } from './vector-model-conformance.ts'

describe('the encoder on this machine', () => {
  const model = openEnergetic()
  vectorModelConformance(() => model)

  it('knows the same wish in other words', async () => {
    const [a, b, c] = (
      await model.embed(['how do i get to the airport', 'which way to the airport', 'play some jazz'])
    ).map((vector) => unit(Float32Array.from(vector)))
    expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!) + 0.2)
  })

  it('says what to install where it is not', async () => {
    const missing = openEnergetic(() => import('@energetic-ai/not-there' as string) as never)
    await expect(missing.embed(['a'])).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringMatching(/is not installed/),
      hint: expect.stringMatching(/npm install/),
    })
  })

  it('is unavailable where it fails, or answers with something else', async () => {
    const failing = openEnergetic(async () => ({ embed: async () => Promise.reject(new Error('no wasm')) }))
    await expect(failing.embed(['a'])).rejects.toMatchObject({
      code: 'model_unavailable',
      message: expect.stringMatching(/no wasm/),
    })
    const short = openEnergetic(async () => ({ embed: async () => [[1, 2]] }))
    await expect(short.embed(['a'])).rejects.toThrow(/a vector of 2 numbers where 512 were due/)
  })
})
