import { WaylandError } from '../domain/errors.ts'

/** Vectors as they may be used: one a text, each of numbers only and of one dimension. Throws `model_unavailable`. */
export function checkedVectors(
  found: readonly unknown[],
  asked: number,
  dimension: number | undefined,
  model: string,
): readonly Float32Array[] {
  if (found.length !== asked) throw refused(model, `${found.length} vectors for ${asked} texts`)
  let wanted = dimension
  return found.map((vector) => {
    if (!Array.isArray(vector) || vector.length === 0 || !vector.every(Number.isFinite))
      throw refused(model, 'something that is no vector of numbers')
    wanted ??= vector.length
    if (vector.length !== wanted) throw refused(model, `a vector of ${vector.length} numbers where ${wanted} were due`)
    return Float32Array.from(vector as number[])
  })
}

const refused = (model: string, what: string): WaylandError =>
  new WaylandError('model_unavailable', `${model} answered with ${what}`)
