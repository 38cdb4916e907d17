import { conversationTurns } from '../engines/engines.ts'
import { builtOnce } from '../service/built-once.ts'
import type { ChatSkills } from '../service/offers/chat-skills.ts'
import type { Loader } from '../service/offers/loader.ts'
import type { Recorder } from '../service/turns/recorder.ts'
import type { CoreServices } from './core-services.ts'
import { onFirstUse } from './first-use.ts'
import { ownLibraries } from './own-libraries.ts'
import type { SkillBank } from './skill-loop.ts'

/** The loop's operations for chat clients; the code behind them is loaded on first use. */
export const chatSkills = (
  { config, catalogue, search, clock, tell }: CoreServices,
  given: Pick<Loader, 'load'> & Pick<Recorder, 'endOfRun'> & Pick<SkillBank, 'of'>,
): ChatSkills =>
  onFirstUse(async () =>
    (await import('../service/offers/chat-skills.ts')).createChatSkills({
      ...{ catalogue, search, ...given },
      libraries: builtOnce(async () =>
        (await import('../service/bank/libraries.ts')).createLibraries({
          ...(await ownLibraries(config)),
          clock,
          tell,
        }),
      ),
      turnsOf: async (...messages) => (await conversationTurns())(...messages),
      precision: config.settings['router.precision'],
    }),
  )
