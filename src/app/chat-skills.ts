import type { ChatSkills } from '../service/chat-skills.ts'
import type { Loader } from '../service/loader.ts'
import type { CoreServices } from './core-services.ts'
import { builtOnce } from './deferred.ts'
import type { SkillBank, TurnIntake } from './skill-loop.ts'

/** The loop's operations for chat clients; the code behind them is loaded on first use. */
export function chatSkills(
  { config: { settings }, catalogue, search, clock, tell }: CoreServices,
  { load, endOfRun, bank }: Pick<Loader, 'load'> & Pick<TurnIntake, 'endOfRun'> & { readonly bank: SkillBank },
): ChatSkills {
  const libraries = builtOnce(async () => {
    const { libraryName, libraryStamp, readLibrary } = await import('../store/library-folder.ts')
    return (await import('../service/libraries.ts')).createLibraries({
      ...{ folders: settings['bank.libraries'] ?? [], clock, tell },
      ...{ nameOf: libraryName, stampOf: libraryStamp, read: readLibrary },
    })
  })
  const chat = builtOnce(async () =>
    (await import('../service/chat-skills.ts')).createChatSkills({
      ...{ catalogue, search, load, endOfRun, libraries },
      turnsOf: async (...given) => (await import('../engines/openai-chat/given-messages.ts')).turnsOfMessages(...given),
      of: async (user) => await bank.of(user),
      rule: { precision: settings['router.precision'], threshold: settings['router.threshold'] },
    }),
  )
  return {
    ingest: async (...given) => await (await chat()).ingest(...given),
    search: async (...given) => await (await chat()).search(...given),
    renderContext: async (...given) => await (await chat()).renderContext(...given),
  }
}
