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
      takes: '[<project-dir>|take <id>|drop <id>]',
      flags: {},
      words:
        'What most turns of a project run and what you ask for in general, as a note for AGENTS.md; never writes it',
      load: () => import('../commands/notes.ts'),
    },
    {
      name: 'demo',
      takes: '',
      flags: {},
      words: 'Play recorded sessions in a throw-away home and show the draft that they make',
      load: () => import('../commands/demo.ts'),
    },
    {
      name: 'learn',
      takes: '[<session-id>|<file>…]',
      flags: {
        since: { value: 'time', words: 'Sessions with a turn since then: 12h, 2d, 3w or a date (default: a week)' },
        all: { words: 'Every session that was not reviewed yet, and --recurring' },
        recurring: { words: 'Look for tasks that recur in other words, once a day in each project; alone, only that' },
        'not-duplicate': {
          value: 'proposal',
          words: 'Stage a proposal that was refused as a duplicate, or merged into a skill, as a skill of its own',
        },
        document: { words: 'Learn from files: text, Markdown, HTML, PDF, DOCX; each passage once' },
        conversations: { words: 'Learn from conversations in the shape of the OpenAI API, read as "import" does' },
        trajectories: { words: 'Learn from runs in that shape, each of which says "success": true or false' },
        'dry-run': { words: 'Print what would be sent, word by word; ask and write nothing' },
      },
      words: 'Let the configured language model propose skills from sessions or documents; rules and you decide',
      load: () => import('../commands/learn.ts'),
    },
    {
      name: 'model',
      takes: '',
      flags: {},
      words: 'Try the configured language model, and show the budget',
      load: () => import('../commands/model.ts'),
    },
    {
      name: 'model usage',
      takes: '',
      flags: { since: { value: 'time', words: 'Since then: 12h, 2d, 3w or a date (default: ever)' } },
      words: 'Tokens and calls spent on models, by purpose, and the proposals that came of them',
      load: () => import('../commands/model-usage.ts'),
    },
    {
      name: 'model prompts',
      takes: '[<name>]',
      flags: {},
      words: 'List the prompts that a model is sent, with their versions, or print one whole',
      load: () => import('../commands/model-prompts.ts'),
    },
    {
      name: 'model questions',
      takes: '[<id>]',
      flags: {},
      words: 'List questions that wait for an answer (model.provider handoff), or print one whole',
      load: () => import('../commands/model-questions.ts'),
    },
    {
      name: 'model answer',
      takes: '<id>',
      flags: {},
      words: 'Answer a question that waits: JSON on stdin',
      load: () => import('../commands/model-questions.ts'),
    },
  ],
}
