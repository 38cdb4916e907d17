import type { Flag, Group } from '../command.ts'

/** What is tried, how, and how long. */
const TRYING: Readonly<Record<string, Flag>> = {
  tasks: { value: 'file', words: "Try these tasks, in place of those of the skill's own history" },
  scorer: { value: 'name', words: 'Who scores a try: replay (if not given), agent or command' },
  agent: { value: 'name', words: 'The agent that works on the tasks; the first on this machine if not given' },
  'agent-words': {
    value: 'arguments',
    words: 'Arguments for its program, such as what it may do without asking',
  },
  command: { value: 'line', words: 'The command that scores' },
  timeout: { value: 'seconds', words: 'Longest time of one try; 600 if not given' },
  repeats: { value: 'number', words: 'Tries of each task with each text; 1 if not given' },
  tries: { value: 'number', words: 'Stop after so many tries; the same command goes on with the rest' },
  minutes: { value: 'number', words: 'Begin no try after so many minutes' },
}

export const MEASURE: Group = {
  title: 'Measure what skills are worth',
  commands: [
    {
      name: 'lift',
      takes: '',
      flags: {
        skill: { value: 'id', words: 'Show this skill only: a name, an id, or the unique beginning of one' },
        svg: { value: 'file', words: 'Also draw it, as SVG' },
      },
      words: 'Success with each skill against success without, and how sure that is',
      load: () => import('../commands/lift.ts'),
    },
    {
      name: 'bench',
      takes: 'import <file>',
      flags: {},
      words: 'Take measured scores of skills from a file; the same file twice adds nothing',
      load: () => import('../commands/bench.ts'),
    },
    {
      name: 'bench run',
      takes: '<skill or file of tasks>',
      flags: {
        ...TRYING,
        rewrite: { words: 'Ask the configured model once to write a skill from that run, and compare with it, too' },
        'dry-run': { words: 'Record no score' },
        report: { value: 'file', words: 'Also write the comparison: as SVG to .svg, JSON to .json, else Markdown' },
      },
      words: 'Compare a skill with no skill and with a run as it was, on tasks that it was not made from',
      load: () => import('../commands/bench-run.ts'),
    },
    {
      name: 'optimise',
      takes: '<skill or file of tasks>',
      flags: {
        tokens: { value: 'number', words: 'Ask nothing more after so many tokens of this run' },
        calls: { value: 'number', words: 'Questions to the model about failures at most; 8 if not given' },
        ...TRYING,
        'dry-run': { words: 'Propose and record nothing' },
        report: {
          value: 'file',
          words: 'Also write what was tried and found: as SVG to .svg, JSON to .json, else Markdown',
        },
        patch: { value: 'file', words: 'Also write the edits as a patch of SKILL.md' },
      },
      words: 'Improve a skill by edits that a model proposes, kept only with a gain on tasks that it never saw',
      load: () => import('../commands/optimise.ts'),
    },
    {
      name: 'bench tasks',
      takes: '<skill>',
      flags: { since: { value: 'date', words: 'Later turns only: a date, or 12h, 2d, 3w before now' } },
      words: 'Print the tasks of a skill from your own history, as a file that "bench run" takes',
      load: () => import('../commands/bench-tasks.ts'),
    },
  ],
}
