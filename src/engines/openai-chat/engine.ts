import type { Engine } from '../engine.ts'

/** Chats in the shape of the OpenAI API, which many clients keep: a format without a program. */
export const openAiChat = {
  name: 'openai-chat',
  label: 'an OpenAI client',
  transcript: async () => (await import('./reader.ts')).format,
} as const satisfies Engine
