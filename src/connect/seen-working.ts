import type { Connectable } from './engine.ts'

/** The newest version of each agent whose turns `npm run test:agents` saw come in, make a draft and get the hint. */
export const SEEN_WORKING: Readonly<Record<Connectable, string>> = {
  'claude-code': '2.1.330',
  codex: '0.169.0',
  gemini: '0.61.0',
  qwen: '0.24.4',
  opencode: '1.18.33',
  pi: '0.87.1',
}
