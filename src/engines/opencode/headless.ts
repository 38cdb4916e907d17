import type { Headless } from '../headless.ts'
import { readEvents } from './events.ts'

/** `opencode run`, tried with 1.18.33. Its session stays in its own database, which no reader of ours reads. */
export const headless: Headless = {
  words: ({ model }) => ['run', '--format', 'json', ...(model === null ? [] : ['--model', model])],
  // Then it offers no tool to its model.
  env: { OPENCODE_PERMISSION: '{"*":"deny"}' },
  read(output) {
    const { parts, usage, ended } = readEvents(output)
    const said = parts.flatMap(({ type, part }) => (type === 'text' && typeof part.text === 'string' ? [part] : []))
    // What it said before its last step is no answer.
    const last = said.at(-1)?.messageID
    const text = said.flatMap(({ messageID, text }) => (messageID === last ? [String(text)] : [])).join('\n')
    return ended && text !== '' ? { text, usage } : undefined
  },
}
