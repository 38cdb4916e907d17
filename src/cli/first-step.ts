import type { SkillLoop } from '../app/skill-loop.ts'

/** One line that says what to do while nothing was learned yet. */
export async function firstStep(loop: SkillLoop): Promise<string> {
  const { turns } = await loop.upkeep.tally()
  if (turns > 0)
    return `${turns} turn${turns === 1 ? ' is' : 's are'} recorded; "wayland-core status" says what a draft still needs.`
  return 'Nothing was recorded yet: "wayland-core setup" connects your agents and reads their past sessions.'
}
