import { basename } from 'node:path'
import { functionsOf } from './functions.ts'

/** A function that only hands its parameters on, as the list of those that are left names it: without its folder. */
export const forwardersOf = (
  path: string,
  text: string,
): readonly { readonly named: string; readonly line: number }[] =>
  functionsOf(path, text).flatMap(({ name, line, forwards }) =>
    forwards === undefined ? [] : [{ line, named: `${basename(path)}: ${name} → ${forwards.replace(/\s+/g, ' ')}` }],
  )

/** What of `found` the list does not have, and what of the list was not found; each counts as often as it is there. */
export function compared(
  found: readonly string[],
  listed: readonly string[],
): { readonly added: readonly number[]; readonly gone: readonly string[] } {
  const left = new Map<string, number>()
  for (const named of listed) left.set(named, (left.get(named) ?? 0) + 1)
  const added = found.flatMap((named, at) => {
    const count = left.get(named) ?? 0
    left.set(named, count - 1)
    return count > 0 ? [] : [at]
  })
  return { added, gone: [...left].flatMap(([named, count]) => Array<string>(Math.max(0, count)).fill(named)) }
}
