import { HOOK_ENGINES } from '../../engines/engines.ts'
import type { Group } from '../command.ts'

const PROJECT = { words: 'In the current folder, as a project, instead of for you' }
const DRY_RUN = { words: 'Show what would be changed, and write nothing' }

export const CONNECT: Group = {
  title: 'Connect agents',
  commands: [
    {
      name: 'install',
      takes: '<engine>',
      flags: { project: PROJECT, 'dry-run': DRY_RUN },
      words: 'Connect an agent: put the hooks into its settings, and nothing else; shows the change as a diff',
      load: () => import('../commands/install.ts'),
    },
    {
      name: 'uninstall',
      takes: '<engine>',
      flags: { project: PROJECT, 'dry-run': DRY_RUN },
      words:
        'Disconnect an agent: its settings are as they were, byte for byte, or without the hooks where you changed them',
      load: () => import('../commands/install.ts'),
    },
    {
      name: 'sync',
      takes: '',
      flags: {
        engine: { value: 'names', words: 'Agents to write for, beside those that are connected' },
        project: PROJECT,
      },
      words: 'Copy active skills into the folders that agents read; remove copies of skills that are no longer active',
      load: () => import('../commands/sync.ts'),
    },
    {
      name: 'doctor',
      takes: '',
      flags: {},
      words: 'Check everything between your agents and their skills; say what is wrong, and what mends it',
      load: () => import('../commands/doctor.ts'),
    },
    {
      name: 'hook',
      takes: `<${HOOK_ENGINES.join('|')}> [event]`,
      flags: {},
      words: "Take an event from an agent's hook: JSON on stdin, the agent's own protocol on stdout",
      load: () => import('../commands/hook.ts'),
    },
    {
      name: 'daemon',
      takes: 'start|stop|status|run|logs|retry|install',
      flags: {
        once: { words: 'With run: take in what waits, finish, and end' },
        print: { words: 'With install: print the files, and how to put them there' },
        lines: { value: 'N', words: 'With logs: how many lines (default 50)' },
      },
      words: 'Run or control the process that reads events from hooks and answers prompts at once',
      load: () => import('../commands/daemon.ts'),
    },
  ],
}
