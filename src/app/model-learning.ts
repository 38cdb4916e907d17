import { withDuplicates } from '../service/duplicate-proposal.ts'
import type { Optimiser } from '../service/optimiser.ts'
import type { CoreServices } from './core-services.ts'
import { builtOnce } from './deferred.ts'
import type { Learning } from './learning.ts'
import type { ModelLearning } from './learning-with-models.ts'
import type { Recording } from './recording.ts'
import type { ChatSkills } from './skill-loop.ts'

/** Learning with the configured model, built by its first use. */
export const learningOnce = (
  base: CoreServices,
  recording: () => Promise<Recording>,
  chat: Pick<ChatSkills, 'search'>,
): (() => Promise<Learning>) =>
  builtOnce(async () => {
    const { openLanguageModel } = await import('./language-model.ts')
    const provider = builtOnce(async () => base.options.languageModel ?? (await openLanguageModel(base.config)))
    return (await import('./learning.ts')).wireLearning(base, provider, recording, chat)
  })

/** Calls and proposals that one report shows at most. */
const MAX_LATEST = 50

/** The loop's operations that use a language model; the code behind them is loaded on first use. */
export function modelLearning(base: CoreServices, learning: () => Promise<Learning>): ModelLearning & Optimiser {
  const { store } = base
  return {
    async learn(options) {
      const { learner, documents } = await learning()
      return await (options?.documents === undefined ? learner : documents).learn(options)
    },
    optimise: async (...given) => await (await learning()).optimiser.optimise(...given),
    notDuplicate: async (proposal) => await (await learning()).ownSkill(proposal),
    tryModel: async () => await (await learning()).tryModel(),
    modelUsage: async (since) => ({
      spending: await store.spending(since.getTime()),
      latest: await store.latestCalls(MAX_LATEST),
      proposals: withDuplicates(await store.modelProposals(MAX_LATEST)),
    }),
    reviewed: async (since) => ({
      counts: await store.reviewCounts(),
      spending: await store.spending(since.getTime()),
    }),
    async modelQuestions() {
      const { handoffFolder } = await import('./language-model.ts')
      return await (await import('../model/handoff.ts')).openQuestions(handoffFolder(base.config))
    },
    async answerQuestion(...given) {
      const { handoffFolder } = await import('./language-model.ts')
      await (await import('../model/handoff.ts')).answerQuestion(handoffFolder(base.config), ...given)
    },
  }
}
