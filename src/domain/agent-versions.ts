/** The newest version of each agent program whose session files were read with this version of the readers. */
export const NEWEST_READ: Readonly<Record<string, string>> = {
  'claude-code': '2.1.330',
  codex: '0.169.0',
  gemini: '0.61.0',
  qwen: '0.24.4',
  pi: '0.87.1',
}
