import {
  contextAnswer,
  type HookEvent,
  type HookProtocol,
  type PayloadShape,
  readPayload,
} from '../../transcript/hook-event.ts'
import { isFields } from '../../transcript/reader.ts'
import { withSkillCalled } from './skill-called.ts'

/**
 * Separates the session from the number in the id that a hook gives a person's prompt; ids of other requests do not
 * have it.
 */
export const PROMPT_NUMBER = '########'

const HOOKS: PayloadShape = {
  engine: 'qwen',
  events: {
    Stop: 'turn_ended',
    StopFailure: 'turn_ended',
    SessionEnd: 'session_ended',
    UserPromptSubmit: 'prompt_submitted',
  },
}

/** Hooks of Qwen Code. */
export const qwenHook: HookProtocol = {
  events: HOOKS.events,
  silentOnErrors: true,
  read: (payload, event) =>
    withoutNumber(
      readPayload(
        isFields(payload) && typeof payload.prompt === 'string'
          ? { ...payload, prompt: withSkillCalled(payload.prompt) }
          : payload,
        HOOKS,
        event,
      ),
    ),
  answer: contextAnswer('UserPromptSubmit'),
}

/**
 * The event without a number of the session's prompts: the transcript has another id for each prompt, and the turn is
 * then found by the words of the prompt.
 */
function withoutNumber(event: HookEvent | undefined): HookEvent | undefined {
  if (event?.promptId?.includes(PROMPT_NUMBER) !== true) return event
  const { promptId: _, ...rest } = event
  return rest
}
