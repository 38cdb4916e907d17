import type { TranscriptFormat } from '../../transcript/format.ts'
import { type Fields, isFields } from '../../transcript/reader.ts'
import { OpenAiChatReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 1,
  create: (session) => new OpenAiChatReader(session),
  isOwn: (entry) => isChatMessage(entry) || chatList(entry).some(isChatMessage),
  isOwnList([first, ...rest]) {
    const messages = Array.isArray(first)
      ? first
      : isFields(first) && !isChatMessage(first)
        ? chatList(first)
        : [first, ...rest]
    return messages.some(isChatMessage)
  },
  isOwnDocument: (start) =>
    /"role"\s*:\s*"(?:system|developer|user|assistant)"/.test(start) && !/"parts"\s*:/.test(start),
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

const isChatMessage = (value: unknown): boolean =>
  isFields(value) && ROLES.has(value.role) && ('content' in value || 'tool_calls' in value)

const chatList = (entry: Fields): readonly unknown[] => {
  const list = entry.messages ?? entry.traj ?? (isFields(entry.request) ? entry.request.messages : undefined)
  return Array.isArray(list) ? list : []
}
