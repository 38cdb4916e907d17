import type { Action } from './actions.ts'
import type { Layer } from './layers.ts'
import { changes } from './runs.ts'

/**
 * Rounds of work on one file after the other as one round: runs that go through files, a different number each, align as
 * many steps that say the same. What varies in a step joins the first such step of its sort: files that are read, files of
 * one kind that are changed, a check of the changes. A step that is the same in its runs stays where it is.
 */
export function inOneRound(layers: readonly Layer[]): readonly Layer[] {
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

/** What makes two steps rounds of the same; undefined for a step that is no part of a round. */
function sortOf(layer: Layer, changed: boolean): string | undefined {
  const actions = [...layer.values()].flat()
  const { kind, head, exact, check } = actions[0]!
  if (actions.every((action) => action.exact === exact)) return undefined
  if (kind === 'RUN') return check && changed ? head : undefined
  if (kind !== 'READ' && kind !== 'EDIT' && kind !== 'WRITE') return undefined
  const endings = new Set(actions.map(({ input }) => /\.\w+$/.exec(String(input.path))?.[0] ?? ''))
  return endings.size === 1 ? `${kind} ${[...endings][0]}` : undefined
}
