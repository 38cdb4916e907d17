import { openSkillLoop } from 'wayland-core'

interface Message {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string
}

const loop = await openSkillLoop()

/** Answers a user's latest message; the skills that fit it go before the model, and what it came to is learned from. */
export async function answer(
  user: string,
  session: string,
  messages: readonly Message[],
  model: (messages: readonly Message[]) => Promise<string>,
): Promise<Message> {
  const context = await loop.renderContext(messages.at(-1)?.content ?? '', { user, maxTokens: 1_500 })
  const skills: readonly Message[] = context === '' ? [] : [{ role: 'system', content: context }]
  const reply: Message = { role: 'assistant', content: await model([...skills, ...messages]) }
  await loop.ingest([...messages, reply], { user, session, success: true })
  return reply
}
