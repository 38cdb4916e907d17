import { payloadHooks } from '../../transcript/hook-event.ts'

/** Hooks of Gemini CLI; its payloads name no prompt, and it does not wait for `SessionEnd`. */
export const geminiHook = payloadHooks({
  engine: 'gemini',
  events: {
    AfterAgent: 'turn_ended',
    SessionEnd: 'session_ended',
    BeforeAgent: 'prompt_submitted',
  },
  lastMessage: 'prompt_response',
})
