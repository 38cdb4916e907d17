import { expect, it } from 'vitest'
import type { VectorModel } from '../../src/model/vector-model.ts'

/** What every model behind the port must do; `open` gives one that works. */
export function vectorModelConformance(open: () => VectorModel | Promise<VectorModel>): void {
  it('has a name and a version', async () => {
    const { name, version } = await open()
    expect([name, version]).toEqual([expect.stringMatching(/\S/), expect.stringMatching(/\S/)])
  })

  it('misses nothing where it works, and takes whole batches', async () => {
    const { batch, missing } = await open()
    expect(missing).toBeUndefined()
    expect(Number.isSafeInteger(batch) && batch > 0).toBe(true)
  })

  it('gives one vector of its dimension for each text, in their order', async () => {
    const model = await open()
    const [a, b, c] = await model.embed(['turn on the light', 'review my branch', 'turn on the light'])
    expect([a!.length, b!.length]).toEqual([model.dimension, model.dimension])
    expect(model.dimension).toBeGreaterThan(1)
    expect(Math.max(...a!.map((part, i) => Math.abs(part - c![i]!)))).toBeLessThan(1e-3)
    expect([...a!]).not.toEqual([...b!])
    expect(a!.every(Number.isFinite)).toBe(true)
  })

  it('stops where it was stopped before it began', async () => {
    const model = await open()
    await expect(model.embed(['one'], AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
}
