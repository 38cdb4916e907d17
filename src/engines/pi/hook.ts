import { type HookProtocol, type PayloadShape, readPayload } from '../../transcript/hook-event.ts'
import { isFields } from '../../transcript/reader.ts'
import { withSkillCalled } from './skill-called.ts'

const HOOKS: PayloadShape = {
  engine: 'pi',
  events: { agent_end: 'turn_ended', session_shutdown: 'session_ended', before_agent_start: 'prompt_submitted' },
}

/** pi has no hook of its own: an extension sends its events in the shape of the others, and takes the hint as text. */
export const piHook: HookProtocol = {
  events: HOOKS.events,
  read: (payload, event) =>
    readPayload(
      isFields(payload) && typeof payload.prompt === 'string'
        ? { ...payload, prompt: withSkillCalled(payload.prompt) }
        : payload,
      HOOKS,
      event,
    ),
  answer: (hint, news) => JSON.stringify({ hint, ...(news === undefined ? {} : { news }) }),
}
