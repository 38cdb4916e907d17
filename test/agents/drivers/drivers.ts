import { claudeCode } from './claude-code.ts'
import { codex } from './codex.ts'
import { copilot } from './copilot.ts'
import type { Driver } from './driver.ts'
import { gemini } from './gemini.ts'
import { opencode } from './opencode.ts'
import { pi } from './pi.ts'
import { qwen } from './qwen.ts'

/** How an agent is driven. Throws for one without a driver. */
export function driverOf(agent: string): Driver {
  const driver = DRIVERS[agent]
  if (driver === undefined) throw new Error(`${agent} has no driver`)
  return driver
}

const DRIVERS: Readonly<Record<string, Driver>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  qwen,
  opencode,
  pi,
  copilot,
}
