import { join } from 'node:path'
import { payloadHooks } from '../../transcript/hook-event.ts'
import { type Engine, movedFolder } from '../engine.ts'
import { withSkillCalled } from './prompt.ts'

export const pi = {
  name: 'pi',
  label: 'pi',
  program: {
    binary: 'pi',
    package: '@earendil-works/pi-coding-agent',
    // Up to 0.73.
    formerPackages: ['@mariozechner/pi-coding-agent'],
    seenWorking: '1.6.0',
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
    // Seen with 0.73.1 and 1.6.0.
    reach: { ownFile: true, ourFile: true },
  },
  /** pi has no hook of its own: an extension sends its events in the shape of the others, and takes the hint as text. */
  hook: payloadHooks(
    {
      engine: 'pi',
      events: {
        agent_end: 'turn_ended',
        session_shutdown: 'session_ended',
        before_agent_start: 'prompt_submitted',
      },
      typed: withSkillCalled,
    },
    {
      answer: (hint, news) => JSON.stringify({ hint, ...(news === undefined ? {} : { news }) }),
    },
  ),
  transcript: async () => (await import('./reader.ts')).format,
  task: async () => (await import('./task.ts')).task,
  settings: async () => (await import('./settings.ts')).settings,
  tools: {
    names: {
      bash: ['shell'],
      read: ['read'],
      write: ['write'],
      edit: ['edit'],
    },
  },
} as const satisfies Engine
