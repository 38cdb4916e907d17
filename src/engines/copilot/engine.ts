import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { movedFolder } from '../moved-folder.ts'
import { copilotHook } from './hook.ts'

export const copilot = {
  name: 'copilot',
  label: 'GitHub Copilot CLI',
  program: {
    binary: 'copilot',
    package: '@github/copilot',
    seenWorking: '1.0.102',
  },
  home: {
    root: 'copilot',
    folder: (home, env) => movedFolder(env.COPILOT_HOME) ?? join(home, '.copilot'),
    sessions: (folder) => [join(folder, 'session-state')],
    movedBy: 'COPILOT_HOME',
  },
  skills: {
    reads: ['copilot', 'agents'],
    // Also those of `.github`, which nobody else reads.
    readsInProject: ['agents', 'claude'],
    // 1.0.102 asks before it reads a file elsewhere.
    reach: {
      call: (name) => `call the skill tool with skill "${name}"`,
      ownFile: true,
      ourFile: false,
    },
  },
  hook: copilotHook,
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./task.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: async () => (await import('./tools.ts')).tools,
  mcpClient: 'copilot-cli',
} as const satisfies Engine
