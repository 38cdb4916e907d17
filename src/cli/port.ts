import { WaylandError } from '../domain/errors.ts'

/** The port that --port names. Throws `bad_usage` for what is none. */
export function portOf(given: string | boolean | undefined, preset: number): number {
  if (given === undefined) return preset
  const number = Number(given)
  if (!/^\d+$/.test(String(given)) || number > 65_535)
    throw new WaylandError('bad_usage', `--port must be a whole number from 0 to 65535, not "${given}"`)
  return number
}
