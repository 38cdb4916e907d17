import { contextAnswer, type HookProtocol, readPayload } from './hook-event.ts'

/** Hooks of Qwen Code. */
export const qwenHook: HookProtocol = {
  read: (payload, event) =>
    readPayload(
      payload,
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
  answer: contextAnswer('UserPromptSubmit'),
}
