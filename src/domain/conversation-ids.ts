/** How the turns of a conversation that passed through the proxy are recorded: session, and prompt by number from 1. */
export const conversationSession = (id: string): string => `proxy:${id}`
export const conversationPrompt = (request: number): string => `prompt:${request}`
