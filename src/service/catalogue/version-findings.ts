import type { IsLate } from '../../domain/safety/time-limit.ts'
import type { Finding } from '../../domain/safety.ts'
import type { Core } from '../core.ts'

/**
 * The findings in a version's files and in its turns, whose text may have shaped it; a finding that several turns share
 * is listed once.
 */
export async function findingsOfVersion(
  { store, startLook }: Core<'store'> & { readonly startLook: () => IsLate },
  { files, turns }: { readonly files: ReadonlyMap<string, Uint8Array>; readonly turns: readonly string[] },
): Promise<readonly Finding[]> {
  // Loaded on first use: compiling the rules is slow.
  const { scanFiles, scanTurn } = await import('../../domain/safety.ts')
  const known = await store.turns(turns)
  const isLate = startLook()
  const found = [...scanFiles(files, isLate), ...known.flatMap((turn) => scanTurn(turn, isLate))]
  return [...new Map(found.map((finding) => [JSON.stringify(finding), finding])).values()]
}
