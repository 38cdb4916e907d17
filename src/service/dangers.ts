import type { Finding } from '../domain/safety.ts'
import type { TurnLookups } from '../store/ports/turn-lookups.ts'

/**
 * What the scanner finds in the files of a version and in the turns that a version came from, since what they hold may
 * have shaped it; what several turns have in common once.
 */
export async function dangersOf(
  store: Pick<TurnLookups, 'turns'>,
  { files, turns }: { readonly files: ReadonlyMap<string, Uint8Array>; readonly turns: readonly string[] },
): Promise<readonly Finding[]> {
  // Loaded when there is something to look at: the rules are compiled when they are read.
  const { scanFiles, scanTurn } = await import('../domain/safety.ts')
  const known = await store.turns(turns)
  const found = [...scanFiles(files), ...known.flatMap((turn) => scanTurn(turn))]
  return [...new Map(found.map((finding) => [JSON.stringify(finding), finding])).values()]
}
