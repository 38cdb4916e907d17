/**
 * The newest version of each agent program whose turns `npm run test:agents` saw come in, make a draft and get the hint:
 * a newer one is named by `doctor`, and where its session files are not understood.
 */
export const SEEN_WORKING = {
  'claude-code': '2.1.330',
  codex: '0.169.0',
  gemini: '0.61.0',
  qwen: '0.24.4',
  opencode: '1.18.33',
  pi: '0.87.1',
} as const satisfies Readonly<Record<string, string>>
