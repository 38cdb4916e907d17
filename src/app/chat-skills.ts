import { conversationTurns } from '../engines/engines.ts'
import type { ChatSkills, ChatSkillsParts } from '../service/offers/chat-skills.ts'
import type { Loader } from '../service/offers/loader.ts'
import type { Recorder } from '../service/turns/recorder.ts'
import type { CoreServices } from './core-services.ts'
import { onFirstUse } from './first-use.ts'
import type { SkillBank } from './skill-loop.ts'

/** The loop's operations for chat clients; the code behind them is loaded on first use. */
export const chatSkills = (
  { config, catalogue, search }: CoreServices,
  given: Pick<Loader, 'load'> & Pick<Recorder, 'endOfRun'> & Pick<SkillBank, 'of'> & Pick<ChatSkillsParts, 'libraries'>,
): ChatSkills =>
  onFirstUse(async () =>
    (await import('../service/offers/chat-skills.ts')).createChatSkills({
      ...{ catalogue, search, ...given },
      turnsOf: async (...messages) => (await conversationTurns())(...messages),
      precision: config.settings['router.precision'],
    }),
  )
