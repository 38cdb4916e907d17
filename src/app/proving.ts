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
      scorer: (await import('./trial-scorer.ts')).trialScorers(config),
      nearest: nearestSkill(search),
    }),
  )
  return {
    benchTasks: async (...given) => await (await bench()).benchTasks(...given),
    bench: async (...given) => await (await bench()).bench(...given),
  }
}

/** Finds the skill of the person that a request fits. */
export const nearestSkill =
  (search: ChatSkills['search']) =>
  async (text: string): Promise<string | undefined> =>
    (await search(text, { top: 1, scope: 'user' }))[0]?.name
