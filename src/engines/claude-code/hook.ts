import { contextAnswer, type HookProtocol, readPayload } from '../../transcript/hook-event.ts'

/** Hooks of Claude Code. `Stop` ends a turn and comes before its transcript is flushed; on Esc nothing comes. */
export const claudeCodeHook: HookProtocol = {
  read: (payload, event) =>
    readPayload(
      payload,
      {
        engine: 'claude-code',
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
