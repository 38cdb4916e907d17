import type { Connectable } from './engine.ts'

/** The newest version of each agent that `npm run test:agents` saw learn, offer and credit a skill; a test compares. */
export const SEEN_WORKING: Readonly<Record<Connectable, string>> = {
  'claude-code': '2.1.330',
  codex: '0.169.0',
  gemini: '0.61.0',
  qwen: '0.24.4',
  opencode: '1.18.33',
  pi: '0.87.1',
}
