import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { movedFolder } from '../moved-folder.ts'
import { codexHook } from './hook.ts'

export const codex = {
  name: 'codex',
  label: 'Codex',
  program: { binary: 'codex', package: '@openai/codex', seenWorking: '0.171.0' },
  home: {
    root: 'codex',
    folder: (home, env) => movedFolder(env.CODEX_HOME) ?? join(home, '.codex'),
    sessions: (folder) => [join(folder, 'sessions')],
    movedBy: 'CODEX_HOME',
  },
  skills: {
    reads: ['agents', 'codex'],
    isDeprecated: true,
    holdsBack: { path: 'agents/openai.yaml', text: 'policy:\n  allow_implicit_invocation: false\n' },
    // 0.146 and 0.169 have no tool for skills: the model reads them with the shell, which may read every file.
    reach: { ownFile: true, ourFile: true },
  },
  hook: codexHook,
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./headless.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: async () => (await import('./tools.ts')).tools,
  mcpClient: 'codex-mcp-client',
} as const satisfies Engine
