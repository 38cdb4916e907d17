import { join } from 'node:path'
import type { Engine } from '../engine.ts'
import { movedFolder } from '../moved-folder.ts'
import { piHook } from './hook.ts'

export const pi = {
  name: 'pi',
  label: 'pi',
  program: {
    binary: 'pi',
    package: '@earendil-works/pi-coding-agent',
    // Up to 0.73.
    formerPackages: ['@mariozechner/pi-coding-agent'],
    seenWorking: '0.87.1',
  },
  home: {
    root: 'pi',
    folder: (home, env) => movedFolder(env.PI_CODING_AGENT_DIR) ?? join(home, '.pi', 'agent'),
    sessions: (folder) => [join(folder, 'sessions')],
    movedBy: 'PI_CODING_AGENT_DIR',
  },
  skills: {
    reads: ['pi', 'agents'],
    holdsBack: 'field',
    // Seen with 0.73.1 and 0.87.1.
    reach: { ownFile: true, ourFile: true },
  },
  hook: piHook,
  transcript: async () => (await import('./format.ts')).format,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: async () => (await import('./tools.ts')).tools,
} as const satisfies Engine
