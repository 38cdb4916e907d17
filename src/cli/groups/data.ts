import type { Group } from '../command.ts'

export const DATA: Group = {
  title: 'Look after the data',
  commands: [
    {
      name: 'status',
      takes: '',
      flags: {},
      words: 'What was learned, what waits for you, and where it is stored',
      load: () => import('../commands/status.ts'),
    },
    {
      name: 'skills path',
      flag: 'skills-path',
      takes: '',
      flags: {},
      words: 'Every folder and file that is used, and whether it exists; makes none of them',
      load: () => import('../commands/skills-path.ts'),
    },
    {
      name: 'backup',
      takes: '<file>',
      flags: { force: { words: 'Write over a file that is there' } },
      words: 'Write everything into one file: turns, skills, versions, archive, and what was decided',
      load: () => import('../commands/backup.ts'),
    },
    {
      name: 'restore',
      takes: '<file>',
      flags: { force: { words: 'Replace what is there, which is kept beside it under another name' } },
      words: 'Bring everything back from a backup; one archived skill comes back with "skills restore"',
      load: () => import('../commands/restore.ts'),
    },
    {
      name: 'check',
      takes: '',
      flags: { fix: { words: 'Repair what can be repaired without losing anything' } },
      words: 'Compare rows, folders, ledger, copies for agents and index; one line for each disagreement',
      load: () => import('../commands/check.ts'),
    },
    {
      name: 'vectors',
      takes: '',
      flags: {},
      words: 'Prepare vectors: try the configured model, embed the texts of all skills',
      load: () => import('../commands/vectors.ts'),
    },
  ],
}
