import type { Action } from './actions.ts'
import { changes } from './runs.ts'
import type { StepActions } from './step-actions.ts'

/**
 * Merges the rounds of a loop over files: runs over different numbers of files align as many equal steps. A varying
 * step joins the first one of its kind: reads, or changes, of files with one ending, or a check after changes. A step
 * that is the same in its runs stays.
 */
export function inOneRound(layers: readonly StepActions[]): readonly StepActions[] {
  const out: Map<number, readonly Action[]>[] = []
  const first = new Map<string, Map<number, readonly Action[]>>()
  let changed = false
  for (const layer of layers) {
    const sort = sortOf(layer, changed)
    changed ||= [...layer.values()].flat().some(changes)
    const earlier = sort === undefined ? undefined : first.get(sort)
    if (earlier !== undefined) {
      for (const [rank, actions] of layer) earlier.set(rank, [...(earlier.get(rank) ?? []), ...actions])
      continue
    }
    const own = new Map(layer)
    if (sort !== undefined) first.set(sort, own)
    out.push(own)
  }
  return out
}

/** The key that is equal for steps of different rounds; undefined for a step outside a loop. */
function sortOf(layer: StepActions, changed: boolean): string | undefined {
  const actions = [...layer.values()].flat()
  const { kind, head, exact, check } = actions[0]!
  if (actions.every((action) => action.exact === exact)) return undefined
  if (kind === 'RUN') return check && changed ? head : undefined
  if (kind !== 'READ' && kind !== 'EDIT' && kind !== 'WRITE') return undefined
  const endings = new Set(actions.map(({ input }) => /\.\w+$/.exec(String(input.path))?.[0] ?? ''))
  return endings.size === 1 ? `${kind} ${[...endings][0]}` : undefined
}
