import type { SkillLoop } from '../app/skill-loop.ts'
import { lateHints } from '../daemon/late-hints.ts'

/** Prompts are counted over these, in ms. */
const MONTH_MS = 30 * 86_400_000

/** Prompts of the last 30 days whose hint, or that there is none, was decided in time, and those that had none in time. */
export interface HintCounts {
  readonly answered: number
  readonly late: number
}

export async function hintCounts(
  loop: { readonly upkeep: Pick<SkillLoop['upkeep'], 'config' | 'promptsSince'> },
  now = Date.now(),
): Promise<HintCounts> {
  const { dataDir } = loop.upkeep.config
  const since = now - MONTH_MS
  return {
    answered: (await loop.upkeep.promptsSince(new Date(since))).answered,
    late: dataDir === null ? 0 : lateHints(dataDir, since),
  }
}

/** The line on late hints for a person, with what helps; undefined where none was late. */
export const lateText = ({
  answered,
  late,
}: HintCounts): { readonly found: string; readonly fix: string } | undefined =>
  late === 0
    ? undefined
    : {
        found: `${late} of ${answered + late} prompts of the last 30 days had no hint in time`,
        fix: 'wayland-core daemon install, since a running daemon answers at once; where one runs, or hooks start one (daemon.autostart), raise hook.waitMs',
      }

/** Its line in a table; none where none was late. */
export function lateRows(counts: HintCounts): readonly (readonly string[])[] {
  const late = lateText(counts)
  return late === undefined ? [] : [['hints late', `${late.found}; try: ${late.fix}`]]
}
