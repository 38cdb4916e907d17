import { groupedBy } from '../tally.ts'
import type { Action } from './actions.ts'
import { layerOf, rankedIn, type StepActions } from './step-actions.ts'

/**
 * Splits a step on files by pattern: `src/routes/users.ts` and `test/users.test.ts` become the steps
 * `src/routes/<name>.ts` and `test/<name>.test.ts` if at least `needed` runs have exactly one file of each, or wrote
 * several. Other files stay one step.
 */
export function byPattern(layer: StepActions, needed: number): readonly StepActions[] {
  const { kind } = [...layer.values()][0]![0]!
  if (kind !== 'READ' && kind !== 'EDIT' && kind !== 'WRITE') return [layer]
  const patterns = [...groupedBy(rankedIn(layer), ({ action }) => patternOf(action))]
  if (patterns.length < 2) return [layer]
  const isUsual = (members: StepActions): boolean => members.size >= needed && (kind === 'WRITE' || isSingle(members))
  const usual = patterns.filter(([pattern, members]) => pattern !== '' && isUsual(layerOf(members)))
  if (usual.length === 0) return [layer]
  const rest = patterns.filter((one) => !usual.includes(one)).flatMap(([, members]) => members)
  return [...usual.map(([, members]) => layerOf(members)), ...(rest.length === 0 ? [] : [layerOf(rest)])]
}

/** The pattern of a file, folder and ending with `*` between; '' for files outside a folder or without an ending. */
export function patternOf({ input }: Pick<Action, 'input'>): string {
  const [, folder, ending] =
    /^(.+\/)[^/.]+?((?:[._-](?:test|spec))?\.[\w.-]+)$/.exec(String(input.path).slice(0, 400)) ?? []
  return folder === undefined ? '' : `${folder}*${ending}`
}

/** Whether each run has one file only. */
const isSingle = (members: StepActions): boolean =>
  [...members.values()].every((actions) => new Set(actions.map(({ exact }) => exact)).size === 1)
