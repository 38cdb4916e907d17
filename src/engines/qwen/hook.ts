import { contextAnswer, type HookEvent, type HookProtocol, readPayload } from '../../transcript/hook-event.ts'
import { withSkillCalled } from '../../transcript/prompt-text.ts'
import { isFields } from '../../transcript/reader.ts'

/** What stands between the session and the number in a hook's id of a person's prompt; other requests are named otherwise. */
export const PROMPT_NUMBER = '########'

/** Hooks of Qwen Code. */
export const qwenHook: HookProtocol = {
  silentOnErrors: true,
  read: (payload, event) =>
    withoutNumber(
      readPayload(
        isFields(payload) && typeof payload.prompt === 'string'
          ? { ...payload, prompt: withSkillCalled(payload.prompt) }
          : payload,
        {
          engine: 'qwen',
          events: {
            Stop: 'turn_ended',
            StopFailure: 'turn_ended',
            SessionEnd: 'session_ended',
            UserPromptSubmit: 'prompt_submitted',
          },
        },
        event,
      ),
    ),
  answer: contextAnswer('UserPromptSubmit'),
}

/** Hooks number the prompts of a session, where its transcript has an id of its own for each: the words tell which is meant. */
function withoutNumber(event: HookEvent | undefined): HookEvent | undefined {
  if (event?.promptId?.includes(PROMPT_NUMBER) !== true) return event
  const { promptId: _, ...rest } = event
  return rest
}
