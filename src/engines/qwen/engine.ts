import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { qwenHook } from './hook.ts'

export const qwen = {
  name: 'qwen',
  label: 'Qwen Code',
  program: { binary: 'qwen', package: '@qwen-code/qwen-code', seenWorking: '0.24.4' },
  home: {
    root: 'qwen',
    folder: (home) => join(home, '.qwen'),
    sessions: (folder, { QWEN_RUNTIME_DIR: moved }) => [
      join(moved || folder, 'projects'),
      join(moved || folder, 'tmp'),
    ],
    movedBy: 'QWEN_RUNTIME_DIR',
  },
  skills: {
    reads: ['qwen'],
    readsInProject: ['qwen', 'agents'],
    learnedLine: 'source: auto-skill',
    // Where no person can be asked, 0.24.4 refuses its skill tool, and 0.15.10 a file outside its own folders.
    reach: { call: (name) => `call the skill tool with skill "${name}"`, ownFile: true, ourFile: false },
  },
  hook: qwenHook,
  transcript: async () => (await import('./format.ts')).format,
  headless: async () => (await import('./headless.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: async () => (await import('./tools.ts')).tools,
  mcpClient: 'qwen-cli-mcp-client',
} as const satisfies Engine
