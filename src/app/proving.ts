import type { SkillBench } from '../service/skill-bench.ts'
import type { CoreServices } from './core-services.ts'
import { builtOnce } from './deferred.ts'
import type { Learning } from './learning.ts'
import type { Reviewing } from './reviewing.ts'
import type { ChatSkills } from './skill-loop.ts'
import { commits, nearestSkill } from './skill-tasks.ts'

/** The loop's operations that measure skills on tasks; the code behind them is loaded on first use. */
export function proving(
  { config, store, catalogue, clock }: CoreServices,
  { reviewing, learning, search }: ProvingParts,
): SkillBench {
  const bench = builtOnce(async () =>
    (await import('../service/skill-bench.ts')).createSkillBench({
      ...{ store, catalogue, clock },
      measurer: (await reviewing()).measurer,
      scorer: (await import('./trial-scorer.ts')).trialScorers(config),
      nearest: nearestSkill(search),
      commitBefore: commits(config),
      rewrite: async (...given) => await (await learning()).oneShot(...given),
    }),
  )
  return {
    benchTasks: async (...given) => await (await bench()).benchTasks(...given),
    bench: async (...given) => await (await bench()).bench(...given),
  }
}

export interface ProvingParts extends Pick<ChatSkills, 'search'> {
  readonly reviewing: () => Promise<Reviewing>
  readonly learning: () => Promise<Learning>
}
