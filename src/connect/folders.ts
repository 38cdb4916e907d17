import { join } from 'node:path'

/** Folders that engines keep their settings and skills in, by the person's environment. */
export interface EngineFolders {
  readonly home: string
  readonly claude: string
  readonly codex: string
  readonly gemini: string
  readonly qwen: string
  readonly opencode: string
  readonly pi: string
  /** Read by several engines. */
  readonly agents: string
}

/** The folders below a home, moved by the variables that the engines themselves obey. */
export function engineFolders(home: string, env: Readonly<Record<string, string | undefined>>): EngineFolders {
  return {
    home,
    claude: env.CLAUDE_CONFIG_DIR || join(home, '.claude'),
    codex: env.CODEX_HOME || join(home, '.codex'),
    gemini: join(home, '.gemini'),
    qwen: join(home, '.qwen'),
    opencode: join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode'),
    pi: env.PI_CODING_AGENT_DIR || join(home, '.pi', 'agent'),
    agents: join(home, '.agents'),
  }
}
