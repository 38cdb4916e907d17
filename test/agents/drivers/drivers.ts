import type { Connectable } from '../../../src/connect/engine.ts'
import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import type { Driver } from './driver.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { qwen } from './qwen.ts'

/** How each agent is driven, by its name. */
export const DRIVERS: Readonly<Record<Connectable, Driver>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  qwen,
  opencode,
  pi,
}
