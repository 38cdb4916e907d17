import { conversationTurns } from '../engines/engines.ts'
import type { ChatSkills } from '../service/chat-skills.ts'
import type { Loader } from '../service/loader.ts'
import type { CoreServices } from './core-services.ts'
import { builtOnce } from './deferred.ts'
import { ownLibraries } from './own-libraries.ts'
import type { SkillBank, TurnIntake } from './skill-loop.ts'

/** The loop's operations for chat clients; the code behind them is loaded on first use. */
export function chatSkills(
  { config, catalogue, search, clock, tell }: CoreServices,
  {
    load,
    endOfRun,
    bank,
  }: Pick<Loader, 'load'> & Pick<TurnIntake, 'endOfRun'> & { readonly bank: Pick<SkillBank, 'of'> },
): ChatSkills {
  const libraries = builtOnce(async () =>
    (await import('../service/libraries.ts')).createLibraries({ ...(await ownLibraries(config)), clock, tell }),
  )
  const chat = builtOnce(async () =>
    (await import('../service/chat-skills.ts')).createChatSkills({
      ...{ catalogue, search, load, endOfRun, libraries },
      turnsOf: async (...given) => (await conversationTurns())(...given),
      of: async (user) => await bank.of(user),
      precision: config.settings['router.precision'],
    }),
  )
  return {
    ingest: async (...given) => await (await chat()).ingest(...given),
    search: async (...given) => await (await chat()).search(...given),
    renderContext: async (...given) => await (await chat()).renderContext(...given),
  }
}
