import { contextAnswer, type HookProtocol, readPayload } from '../../transcript/hook-event.ts'
import { withoutEditorContext } from '../../transcript/prompt-text.ts'
import { isFields } from '../../transcript/reader.ts'

/** Hooks of Codex, and its older `notify` program, which gets kebab-case fields and no transcript. */
export const codexHook: HookProtocol = {
  read(payload, event) {
    if (isFields(payload) && 'thread-id' in payload) return readPayload(payload, NOTIFY, event)
    const told = readPayload(payload, HOOKS, event)
    return told?.kind === 'prompt_submitted' ? { ...told, prompt: withoutEditorContext(told.prompt) } : told
  },
  answer: contextAnswer('UserPromptSubmit'),
}

const HOOKS = {
  engine: 'codex',
  events: { Stop: 'turn_ended', SessionEnd: 'session_ended', UserPromptSubmit: 'prompt_submitted' },
  promptId: 'turn_id',
} as const

const NOTIFY = {
  engine: 'codex',
  events: { 'agent-turn-complete': 'turn_ended' },
  sessionId: 'thread-id',
  promptId: 'turn-id',
  lastMessage: 'last-assistant-message',
} as const
