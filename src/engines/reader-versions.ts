/**
 * The version of each engine's reader. It is raised when a reader learns to read what it could not: files in which an
 * earlier one found no prompt are then read again from their start.
 */
export const READER_VERSIONS = {
  'claude-code': 1,
  codex: 1,
  gemini: 2,
  qwen: 2,
  pi: 2,
  'openai-chat': 1,
} as const
