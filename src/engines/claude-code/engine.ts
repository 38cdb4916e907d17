import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { movedFolder } from '../moved-folder.ts'
import { claudeCodeHook } from './hook.ts'

export const claudeCode = {
  name: 'claude-code',
  label: 'Claude Code',
  program: { binary: 'claude', package: '@anthropic-ai/claude-code', seenWorking: '2.1.332' },
  home: {
    root: 'claude',
    folder: (home, env) => movedFolder(env.CLAUDE_CONFIG_DIR) ?? join(home, '.claude'),
    sessions: (folder) => [join(folder, 'projects')],
    movedBy: 'CLAUDE_CONFIG_DIR',
  },
  skills: {
    reads: ['claude'],
    keepsAllFields: true,
    holdsBack: 'field',
    // 2.1.197 and 2.1.330 refuse to read the files of their own skills, too.
    reach: { call: (name) => `call the Skill tool with skill "${name}"`, ownFile: false, ourFile: false },
  },
  hook: claudeCodeHook,
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./headless.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  sample: async () => (await import('./sample-session.ts')).writeSampleSession,
  tools: async () => (await import('./tools.ts')).tools,
  mcpClient: 'claude-code',
} as const satisfies Engine
