import type { Group } from '../command.ts'

export const LEARN: Group = {
  title: 'Learn from runs',
  commands: [
    {
      name: 'import',
      takes: '[<engine|auto>] [<file|folder>…]',
      flags: {},
      words: 'Read past sessions of an agent; reading twice records nothing new',
      load: () => import('../commands/import.ts'),
    },
    {
      name: 'observe',
      takes: '',
      flags: {},
      words: 'Record turns: JSON lines on stdin, one receipt a line on stdout',
      load: () => import('../commands/observe.ts'),
    },
    {
      name: 'explain',
      takes: '[<turn-id>]',
      flags: {},
      words: 'Why a turn did or did not count, and which skills it is evidence of',
      load: () => import('../commands/explain.ts'),
    },
    {
      name: 'replay',
      takes: '[<engine|auto>] [<file|folder>…]',
      flags: {},
      words: 'What would be learned from past sessions, with your settings; writes nothing to your folders',
      load: () => import('../commands/replay.ts'),
    },
    {
      name: 'notes',
      takes: '[<project-dir>]',
      flags: {},
      words: 'What most turns of a project run, as a note for AGENTS.md or CLAUDE.md; never writes it',
      load: () => import('../commands/notes.ts'),
    },
    {
      name: 'demo',
      takes: '',
      flags: {},
      words: 'Play recorded sessions in a throw-away home and show the draft that they make',
      load: () => import('../commands/demo.ts'),
    },
  ],
}
