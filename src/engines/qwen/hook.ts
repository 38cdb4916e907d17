import { type HookEvent, type HookProtocol, payloadHooks } from '../../transcript/hook-event.ts'
import { withSkillCalled } from './skill-called.ts'

/**
 * Separates the session from the number in the id that a hook gives a person's prompt; ids of other requests do not
 * have it.
 */
export const PROMPT_NUMBER = '########'

const hooks = payloadHooks({
  engine: 'qwen',
  events: {
    Stop: 'turn_ended',
    StopFailure: 'turn_ended',
    SessionEnd: 'session_ended',
    UserPromptSubmit: 'prompt_submitted',
  },
  typed: withSkillCalled,
})

/** Hooks of Qwen Code. */
export const qwenHook: HookProtocol = {
  ...hooks,
  read: (payload, event) => withoutNumber(hooks.read(payload, event)),
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
