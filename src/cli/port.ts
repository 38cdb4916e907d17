import { WaylandError } from '../domain/errors.ts'

/** The port that --port names; undefined where it is not given. Throws `bad_usage` for what is none. */
export function portOf(given: string | boolean | undefined): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!/^\d+$/.test(String(given)) || number > 65_535)
    throw new WaylandError('bad_usage', `--port must be a whole number from 0 to 65535, not "${given}"`)
  return number
}
