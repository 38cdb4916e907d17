import type { SkillLoop } from '../app/skill-loop.ts'
import { holderOf } from '../daemon/holder.ts'

/** What to tell a person whose schedules nothing fires; undefined where a daemon runs. */
export function daemonNeeded({
  upkeep: {
    config: { dataDir },
  },
}: {
  readonly upkeep: Pick<SkillLoop['upkeep'], 'config'>
}): string | undefined {
  if (dataDir === null || holderOf(dataDir) !== undefined) return undefined
  return 'No daemon runs, and nothing fires without one: wayland-core daemon start'
}
