import { join, resolve } from 'node:path'
import { absolute } from '../platform/absolute.ts'

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
    claude: moved(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude'),
    codex: moved(env.CODEX_HOME) ?? join(home, '.codex'),
    gemini: join(moved(env.GEMINI_CLI_HOME) ?? home, '.gemini'),
    qwen: join(home, '.qwen'),
    opencode: join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'opencode'),
    pi: moved(env.PI_CODING_AGENT_DIR) ?? join(home, '.pi', 'agent'),
    agents: join(home, '.agents'),
  }
}

/** Where a variable moves a folder; as a path that stays the same wherever it is read. */
const moved = (path: string | undefined): string | undefined => (path ? resolve(path) : undefined)

/** Where each engine keeps the files of its sessions, by the engine's name. */
export function sessionFolders(
  { claude, codex, gemini, qwen, pi }: EngineFolders,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, readonly string[]>> {
  const qwenRuntime = env.QWEN_RUNTIME_DIR || qwen
  const folders = {
    'claude-code': [join(claude, 'projects')],
    codex: [join(codex, 'sessions')],
    gemini: [join(gemini, 'tmp')],
    qwen: [join(qwenRuntime, 'projects'), join(qwenRuntime, 'tmp')],
    pi: [join(pi, 'sessions')],
  }
  return Object.freeze(
    Object.fromEntries(
      Object.entries(folders).map(([engine, list]) => [engine, list.map((folder) => resolve(folder))]),
    ),
  )
}
