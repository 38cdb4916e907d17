import { join } from 'node:path'
import type { Engine } from '../../../src/engines/engine.ts'
import { payloadHooks } from '../../../src/transcript/hook-event.ts'

/** An agent that nobody makes: `registry.test.ts` adds this folder to a copy of the source. */
export const seventh = {
  name: 'seventh',
  label: 'Seventh Agent',
  program: { binary: 'seventh', package: '@test/seventh', seenWorking: '7.0.0' },
  home: {
    root: 'seventh',
    folder: (home, env) => env.SEVENTH_HOME ?? join(home, '.seventh'),
    sessions: (folder) => [join(folder, 'sessions')],
    movedBy: 'SEVENTH_HOME',
  },
  skills: { reads: ['seventh'], learnedLine: 'seventh: learned', reach: { ownFile: true, ourFile: true } },
  hook: payloadHooks({ engine: 'seventh', events: { Asked: 'prompt_submitted', Done: 'turn_ended' } }),
  transcript: async () => (await import('./reader.ts')).format,
  settings: async () => (await import('./settings.ts')).settings,
} as const satisfies Engine
