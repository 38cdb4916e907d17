import { join } from 'node:path'
import { absolute } from '../../platform/own-folder.ts'
import type { Engine } from '../engine.ts'

/** It keeps its sessions in a database, and its plugin sends turns to `observe`. */
export const opencode = {
  name: 'opencode',
  label: 'OpenCode',
  program: { binary: 'opencode', package: 'opencode-ai', seenWorking: '1.18.33' },
  home: {
    root: 'opencode',
    folder: (home, env) => join(absolute(env.XDG_CONFIG_HOME) ?? join(home, '.config'), 'opencode'),
    sessions: (_folder, env, home) => [
      join(absolute(env.XDG_DATA_HOME) ?? join(home, '.local', 'share'), 'opencode', 'opencode.db'),
    ],
    movedBy: 'XDG_DATA_HOME',
  },
  skills: {
    reads: ['opencode', 'claude', 'agents'],
    // 1.18.33 ends the run at a read of another file that is not allowed. Its skill tool needs ripgrep, which it
    // downloads.
    reach: { call: (name) => `call the skill tool with name "${name}"`, ownFile: true, ourFile: false },
  },
  transcript: async () => (await import('./reader.ts')).format,
  headless: async () => (await import('./task.ts')).headless,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: {
    names: {
      bash: ['shell'],
      read: ['read'],
      write: ['write'],
      edit: ['edit'],
      glob: ['find-files'],
      grep: ['search-text'],
      webfetch: ['fetch'],
      skill: ['skill'],
      task: ['agent'],
      todowrite: ['plan'],
    },
    withWindow: { question: ['ask'] },
    mcp: '{server}_{tool}',
  },
  mcpClient: 'opencode',
} as const satisfies Engine
