import type { Command } from './command.ts'

/** Commands that keep all that there is in one file, and bring it back. */
export const BACKUP_COMMANDS: readonly Command[] = [
  {
    name: 'backup',
    takes: '<file>',
    flags: { force: { words: 'Write over a file that is there' } },
    words: 'Write everything into one file: turns, skills, versions, archive, and what was decided; others may go on',
    more: 'The file is a SQLite database. Settings, the hooks of agents and what hooks have put aside are not in it.',
    json: ['file', 'files', 'bytes', 'left_out'],
    example: 'wayland-core backup "wayland-core-$(date +%F).backup"',
    load: () => import('./commands/backup.ts'),
  },
  {
    name: 'restore',
    takes: '<file>',
    flags: { force: { words: 'Replace what is there, which is kept beside it under another name' } },
    words: 'Bring everything back from a backup; one archived skill comes back with --skills-restore',
    more: 'The backup is checked first, and all of it comes back, or nothing: also when the command is killed. It is refused while a daemon runs, and over data that is there, unless --force. Skills are then as they were when the backup was made, revocations too.',
    json: ['file', 'files', 'kept'],
    example: 'wayland-core restore "wayland-core-$(date +%F).backup" --force',
    load: () => import('./commands/restore.ts'),
  },
  {
    name: 'check',
    takes: '',
    flags: { fix: { words: 'Repair what can be repaired without losing anything' } },
    words: 'Look whether rows, folders, ledger, copies for agents and index agree; one line for each that does not',
    more: 'What was done by hand in the skills folder is taken in first, as by every command, and is no disagreement. Exit code 1 where something is left to do. "wayland-core doctor" runs the quick part of it.',
    json: ['agrees', 'disagreements'],
    example: 'wayland-core check',
    load: () => import('./commands/check.ts'),
  },
]
