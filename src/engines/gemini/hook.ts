import { contextAnswer, type HookProtocol, type PayloadShape, readPayload } from '../../transcript/hook-event.ts'

const HOOKS: PayloadShape = {
  engine: 'gemini',
  events: { AfterAgent: 'turn_ended', SessionEnd: 'session_ended', BeforeAgent: 'prompt_submitted' },
  lastMessage: 'prompt_response',
}

/** Hooks of Gemini CLI; its payloads name no prompt, and it does not wait for `SessionEnd`. */
export const geminiHook: HookProtocol = {
  events: HOOKS.events,
  read: (payload, event) => readPayload(payload, HOOKS, event),
  answer: contextAnswer('BeforeAgent'),
}
