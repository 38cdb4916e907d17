import { CONNECTABLE, type Connectable, type Engine } from '../connect/engine.ts'
import { WaylandError } from '../domain/errors.ts'
import { claudeCode } from './claude-code/settings.ts'
import { codex } from './codex/settings.ts'
import { gemini } from './gemini/settings.ts'
import { opencode } from './opencode/settings.ts'
import { pi } from './pi/settings.ts'
import { qwen } from './qwen/settings.ts'

/** Every engine that can be connected, by its name. */
export const ENGINES_BY_NAME: Readonly<Record<Connectable, Engine>> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  qwen,
  opencode,
  pi,
}

/** The engine of a name. Throws `bad_usage` naming the ones that there are. */
export function engineOf(name: string): Engine {
  const known = CONNECTABLE.find((one) => one === name)
  if (known !== undefined) return ENGINES_BY_NAME[known]
  throw new WaylandError('bad_usage', `no agent is called "${name}"`, { hint: `Agents: ${CONNECTABLE.join(', ')}.` })
}
