import type { TranscriptFormat } from '../../transcript/format.ts'
import { isChatMessage, messagesOf } from './message-list.ts'
import { OpenAiChatReader } from './reader.ts'

export const format: TranscriptFormat = {
  version: 2,
  create: (session) => new OpenAiChatReader(session),
  isOwn: (entry) => isChatMessage(entry) || isConversation(entry),
  isOwnList: (list) => list.some(isChatMessage) || list.some(isConversation),
  isOwnDocument: (start) =>
    /"(?:role|from)"\s*:\s*"(?:system|developer|user|assistant|human|gpt)"/.test(start) && !/"parts"\s*:/.test(start),
}

const isConversation = (value: unknown): boolean => messagesOf(value)?.some(isChatMessage) === true
