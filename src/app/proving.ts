import type { SkillBench } from '../service/skill-bench.ts'
import type { CoreServices } from './core-services.ts'
import { builtOnce } from './deferred.ts'
import type { Reviewing } from './reviewing.ts'
import type { ChatSkills } from './skill-loop.ts'

/** The loop's operations that measure skills on tasks; the code behind them is loaded on first use. */
export function proving(
  { config, store, catalogue, clock }: CoreServices,
  { reviewing, search }: { readonly reviewing: () => Promise<Reviewing> } & Pick<ChatSkills, 'search'>,
): SkillBench {
  const bench = builtOnce(async () =>
    (await import('../service/skill-bench.ts')).createSkillBench({
      ...{ store, catalogue, clock },
      measurer: (await reviewing()).measurer,
      scorer: async (asked, skill, tasks) =>
        asked.name === 'replay'
          ? (await import('../service/replay-scorer.ts')).openReplayScorer(tasks)
          : await (await import('./trial-scorer.ts')).openTrialScorer(asked, skill, config),
      nearest: async (text) => (await search(text, { top: 1, scope: 'user' }))[0]?.name,
    }),
  )
  return {
    benchTasks: async (...given) => await (await bench()).benchTasks(...given),
    bench: async (...given) => await (await bench()).bench(...given),
  }
}
