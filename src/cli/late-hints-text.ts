import type { SkillLoop } from '../app/skill-loop.ts'
import { lateHints } from '../daemon/late-hints.ts'

/** Prompts are counted over these, in ms. */
const MONTH_MS = 30 * 86_400_000

/** Prompts of the last 30 days: those decided in time, whether with a hint or none, and those that had none in time. */
export interface HintCounts {
  readonly answered: number
  readonly offered: number
  readonly heldOut: number
  readonly late: number
}

export async function hintCounts(
  loop: { readonly upkeep: Pick<SkillLoop['upkeep'], 'config' | 'promptsSince'> },
  now = Date.now(),
): Promise<HintCounts> {
  const { dataDir } = loop.upkeep.config
  const since = now - MONTH_MS
  const { answered, offered, heldOut } = await loop.upkeep.promptsSince(new Date(since))
  return {
    ...{ answered, offered, heldOut },
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

/** The lines of a table on prompts that had no hint though there was one; none where there was none. */
export function missingRows(counts: HintCounts): readonly (readonly string[])[] {
  const { offered, heldOut } = counts
  const late = lateText(counts)
  return [
    ...(late === undefined ? [] : [['hints late', `${late.found}; try: ${late.fix}`]]),
    ...(heldOut === 0
      ? []
      : [
          [
            'hints held out',
            `${heldOut} of ${offered + heldOut} of the last 30 days, to measure what skills are worth; router.holdout 0 gives all`,
          ],
        ]),
  ]
}
