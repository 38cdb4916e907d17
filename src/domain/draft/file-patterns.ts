import type { Action } from './actions.ts'
import type { StepActions } from './step-actions.ts'

/**
 * Splits a step on files by pattern: `src/routes/users.ts` and `test/users.test.ts` become the steps
 * `src/routes/<name>.ts` and `test/<name>.test.ts` if at least `needed` runs have exactly one file of each, or wrote
 * several. Other files stay one step.
 */
export function byPattern(layer: StepActions, needed: number): readonly StepActions[] {
  const { kind } = [...layer.values()][0]![0]!
  if (kind !== 'READ' && kind !== 'EDIT' && kind !== 'WRITE') return [layer]
  const patterns = new Map<string, Map<number, Action[]>>()
  for (const [rank, actions] of layer) for (const action of actions) put(patterns, patternOf(action), rank, action)
  if (patterns.size < 2) return [layer]
  const usual = [...patterns].filter(
    ([key, members]) => key !== '' && members.size >= needed && (kind === 'WRITE' || isSingle(members)),
  )
  if (usual.length === 0) return [layer]
  const chosen = new Set(usual.map(([key]) => key))
  const rest = new Map<string, Map<number, Action[]>>()
  for (const [key, members] of patterns)
    if (!chosen.has(key))
      for (const [rank, actions] of members) for (const action of actions) put(rest, '', rank, action)
  return [...usual.map(([, members]) => members), ...rest.values()]
}

/** The pattern of a file, folder and ending with `*` between; '' for files outside a folder or without an ending. */
export function patternOf({ input }: Pick<Action, 'input'>): string {
  const [, folder, ending] =
    /^(.+\/)[^/.]+?((?:[._-](?:test|spec))?\.[\w.-]+)$/.exec(String(input.path).slice(0, 400)) ?? []
  return folder === undefined ? '' : `${folder}*${ending}`
}

/** Whether each run has one file only. */
const isSingle = (members: ReadonlyMap<number, readonly Action[]>): boolean =>
  [...members.values()].every((actions) => new Set(actions.map(({ exact }) => exact)).size === 1)

function put(into: Map<string, Map<number, Action[]>>, key: string, rank: number, action: Action): void {
  const layer = into.get(key) ?? new Map<number, Action[]>()
  into.set(key, layer.set(rank, [...(layer.get(rank) ?? []), action]))
}
