import type { SkillLoop } from '../app/skill-loop.ts'

/** Interval of checks in ms, for what other processes change. A check costs one pragma and one listing. */
const LOOK_MS = 2_000

/** Calls `changed` whenever the offered skills change, also by another process; ends with the returned function. */
export function watchSkills(loop: SkillLoop, changed: () => void): () => void {
  let known: string | undefined
  let timer: NodeJS.Timeout | undefined
  let ended = false

  async function look(): Promise<void> {
    try {
      const seen = JSON.stringify(await loop.offers.offered())
      if (known !== undefined && seen !== known && !ended) changed()
      known = seen
    } catch {
      // The next check reports it; until then a caller that lists the skills gets the error.
    }
    if (!ended) timer = setTimeout(() => void look(), LOOK_MS).unref()
  }

  void look()
  return () => {
    ended = true
    clearTimeout(timer)
  }
}
