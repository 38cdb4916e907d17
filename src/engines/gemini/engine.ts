import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { movedFolder } from '../moved-folder.ts'
import { geminiHook } from './hook.ts'

export const gemini = {
  name: 'gemini',
  label: 'Gemini CLI',
  program: { binary: 'gemini', package: '@google/gemini-cli', seenWorking: '0.61.0' },
  home: {
    root: 'gemini',
    folder: (home, env) => join(movedFolder(env.GEMINI_CLI_HOME) ?? home, '.gemini'),
    sessions: (folder) => [join(folder, 'tmp')],
    movedBy: 'GEMINI_CLI_HOME',
    movesAll: true,
  },
  skills: {
    reads: ['gemini', 'agents'],
    // 0.61 reads its workspace only; `activate_skill` asks a person, and is missing where none can be asked.
    reach: {
      call: (name) => `call activate_skill with name "${name}"`,
      ownFile: false,
      ourFile: false,
      needsText: true,
    },
  },
  hook: geminiHook,
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./headless.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: async () => (await import('./tools.ts')).tools,
  mcpClient: 'gemini-cli-mcp-client',
} as const satisfies Engine
