import type { LearnReport, SkillLoop } from '../app/skill-loop.ts'

/** Pauses between looks for something to review, in ms: after one that found nothing, and after one that could not ask. */
const NOTHING_MS = 10 * 60_000
const STOPPED_MS = 3_600_000
/** Before the first look, in ms: the events that came while no daemon ran go first. */
export const FIRST_MS = 60_000

/** One review in the background; resolves to the pause before the next one in ms. */
export type BackgroundLearning = (signal: AbortSignal) => Promise<number>

/** The reviews of a daemon, one at a time; undefined where no model is configured, or none is to be asked by itself. */
export function backgroundLearning(
  loop: {
    readonly upkeep: Pick<SkillLoop['upkeep'], 'config'>
    readonly learning: Pick<SkillLoop['learning'], 'learn'>
  },
  tell: (report: LearnReport) => void,
): BackgroundLearning | undefined {
  const { 'model.provider': provider, 'model.background': background } = loop.upkeep.config.settings
  if (provider === 'none' || background === 'off') return undefined
  return async (signal) => {
    const report = await loop.learning.learn({ recurring: 'too', most: 1, signal })
    if (report.calls > 0 || hasResult(report)) tell(report)
    if (report.stopped !== undefined) return STOPPED_MS
    return hasResult(report) ? 0 : NOTHING_MS
  }
}

const hasResult = ({ reviewed, projects, reworded, failed }: LearnReport): boolean =>
  reviewed + projects + reworded.length + failed.length > 0
