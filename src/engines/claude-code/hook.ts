import { contextAnswer, type HookProtocol, type PayloadShape, readPayload } from '../../transcript/hook-event.ts'

/** `Stop` ends a turn and comes before its transcript is flushed; on Esc nothing comes. */
const HOOKS: PayloadShape = {
  engine: 'claude-code',
  events: {
    Stop: 'turn_ended',
    StopFailure: 'turn_ended',
    SessionEnd: 'session_ended',
    UserPromptSubmit: 'prompt_submitted',
  },
}

/** Hooks of Claude Code. */
export const claudeCodeHook: HookProtocol = {
  events: HOOKS.events,
  read: (payload, event) => readPayload(payload, HOOKS, event),
  answer: contextAnswer('UserPromptSubmit'),
}
