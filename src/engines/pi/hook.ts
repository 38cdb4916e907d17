import { payloadHooks } from '../../transcript/hook-event.ts'
import { withSkillCalled } from './skill-called.ts'

/** pi has no hook of its own: an extension sends its events in the shape of the others, and takes the hint as text. */
export const piHook = payloadHooks(
  {
    engine: 'pi',
    events: {
      agent_end: 'turn_ended',
      session_shutdown: 'session_ended',
      before_agent_start: 'prompt_submitted',
    },
    typed: withSkillCalled,
  },
  {
    answer: (hint, news) => JSON.stringify({ hint, ...(news === undefined ? {} : { news }) }),
  },
)
