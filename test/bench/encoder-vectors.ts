import { pack, unpack, type Vectors } from '../../src/domain/vectors/cosine.ts'
import { learnNormalisation, normalisedVector, YARDSTICK } from '../../src/domain/vectors/normalisation.ts'
import { openEnergetic } from '../../src/model/energetic.ts'

/** Vectors of texts by the encoder on this machine, as the program keeps them; says so and gives none where it is not. */
export async function encoderVectors(texts: readonly string[]): Promise<Vectors | undefined> {
  const model = openEnergetic()
  try {
    const space = learnNormalisation(await model.embed(YARDSTICK))
    const found = new Map<string, Float32Array>()
    // By length: what is asked together is read as long as its longest.
    const left = [...new Set(texts)].sort((a, b) => a.length - b.length)
    const start = performance.now()
    for (let at = 0; at < left.length; at += 16) {
      const piece = left.slice(at, at + 16)
      const vectors = await model.embed(piece.map((text) => text.slice(0, 400)))
      piece.forEach((text, i) => {
        found.set(text, unpack(pack(normalisedVector(space, vectors[i]!))))
      })
    }
    const each = (performance.now() - start) / Math.max(1, left.length)
    console.log(`vectors of ${left.length} texts by ${model.name}, ${each.toFixed(1)} ms each`)
    return (text) => found.get(text)
  } catch (error) {
    console.log(`without vectors: ${(error as Error).message}`)
    return undefined
  }
}
