import type { Command } from './command.ts'

const PROJECT = { words: 'In the current folder, as a project, instead of for you' }
const DRY_RUN = { words: 'Show what would be changed, and write nothing' }
const AGENTS = 'Agents: claude-code, codex, gemini, qwen, opencode, pi.'
const FIELDS = ['engine', 'status', 'files', 'notes']

/** Commands that connect agents. */
export const CONNECT_COMMANDS: readonly Command[] = [
  {
    name: 'install',
    takes: '<engine>',
    flags: { project: PROJECT, 'dry-run': DRY_RUN },
    words: 'Connect an agent: put the hooks into its settings, and nothing else; shows the change as a diff',
    more: `${AGENTS} Formatting and comments stay as they are. What was there before is kept in the data folder. Asked again, it changes nothing, or brings the hooks up to date.`,
    json: FIELDS,
    example: 'wayland-core install claude-code',
    load: () => import('./commands/install.ts'),
  },
  {
    name: 'uninstall',
    takes: '<engine>',
    flags: { project: PROJECT, 'dry-run': DRY_RUN },
    words:
      'Disconnect an agent: its settings are as they were, byte for byte, or without what is ours where you changed them',
    more: AGENTS,
    json: FIELDS,
    example: 'wayland-core uninstall gemini',
    load: () => import('./commands/install.ts'),
  },
  {
    name: 'doctor',
    takes: '',
    flags: {},
    words: 'Look at everything between your agents and their skills; say what is wrong, and what puts it right',
    more: 'Agents are found by their folders and on the PATH, and never run; versions come from their files. Exit code 1 when something is wrong.',
    json: ['healthy', 'checks'],
    example: 'wayland-core doctor',
    load: () => import('./commands/doctor.ts'),
  },
  {
    name: 'sync',
    takes: '',
    flags: {
      engine: { value: 'names', words: 'Agents to write for, beside those that are connected' },
      project: PROJECT,
    },
    words: 'Bring active skills into the folders that agents read; take back what is not active any more',
    more: 'Happens by itself with each move of a skill. Each agent finds a skill once. What wayland-core did not write there, or what you changed there, is left alone, named, and makes the exit code 1.',
    json: ['copies'],
    example: 'wayland-core sync --engine claude-code',
    load: () => import('./commands/sync.ts'),
  },
]
