import type { IsLate } from '../domain/safety/time-limit.ts'
import type { Finding } from '../domain/safety.ts'
import type { TurnLookups } from '../store/ports/turn-lookups.ts'

/**
 * What the scanner finds in the files of a version and in the turns that a version came from, since what they hold may
 * have shaped it; what several turns have in common once.
 */
export async function dangersOf(
  { store, startLook }: { readonly store: Pick<TurnLookups, 'turns'>; readonly startLook: () => IsLate },
  { files, turns }: { readonly files: ReadonlyMap<string, Uint8Array>; readonly turns: readonly string[] },
): Promise<readonly Finding[]> {
  // Loaded when there is something to look at: the rules are compiled when they are read.
  const { scanFiles, scanTurn } = await import('../domain/safety.ts')
  const known = await store.turns(turns)
  const isLate = startLook()
  const found = [...scanFiles(files, isLate), ...known.flatMap((turn) => scanTurn(turn, isLate))]
  return [...new Map(found.map((finding) => [JSON.stringify(finding), finding])).values()]
}
