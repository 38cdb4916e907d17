import { contextAnswer, type HookProtocol, type PayloadShape, readPayload } from '../../transcript/hook-event.ts'
import { isFields } from '../../transcript/reader.ts'
import { withoutEditorContext } from './editor-context.ts'

const HOOKS: PayloadShape = {
  engine: 'codex',
  events: { Stop: 'turn_ended', SessionEnd: 'session_ended', UserPromptSubmit: 'prompt_submitted' },
  promptId: 'turn_id',
}

/** The older `notify` program gets kebab-case fields and no transcript. */
const NOTIFY: PayloadShape = {
  engine: 'codex',
  events: { 'agent-turn-complete': 'turn_ended' },
  sessionId: 'thread-id',
  promptId: 'turn-id',
  lastMessage: 'last-assistant-message',
}

/** Hooks of Codex, and its `notify` program. */
export const codexHook: HookProtocol = {
  events: { ...HOOKS.events, ...NOTIFY.events },
  read(payload, event) {
    if (isFields(payload) && 'thread-id' in payload) return readPayload(payload, NOTIFY, event)
    const told = readPayload(payload, HOOKS, event)
    return told?.kind === 'prompt_submitted' ? { ...told, prompt: withoutEditorContext(told.prompt) } : told
  },
  answer: contextAnswer('UserPromptSubmit'),
}
