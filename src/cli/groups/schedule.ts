import type { Group } from '../command.ts'

const move = () => import('../commands/schedule-move.ts')

export const SCHEDULE: Group = {
  title: 'Run skills at their time',
  commands: [
    {
      name: 'schedule',
      takes: '',
      flags: { all: { words: 'Those that are done, too' } },
      words: 'List what runs at its time, with the next fire of each',
      load: () => import('../commands/schedule-list.ts'),
    },
    {
      name: 'schedule add',
      takes: '<skill>',
      flags: {
        at: {
          value: 'time',
          words:
            'Once: "2027-03-01 09:00", with an offset or a zone behind it, "tomorrow 9am", "+5m", or the next 18:30',
        },
        in: { value: 'span', words: 'Once, so long from now: 90s, 10m, 2h30m, 3d, 1w' },
        cron: { value: 'expression', words: 'Again and again: minute, hour, day of month, month, day of week' },
        zone: { value: 'name', words: 'Zone of the clocks, such as Europe/Berlin; that of this machine if not given' },
        engine: { value: 'agent', words: 'Agent that runs it; the first on this machine if not given' },
        project: { value: 'dir', words: 'Folder that the agent works in; the current one if not given' },
        args: { value: 'text', words: 'Arguments of the skill' },
        'agent-words': {
          value: 'arguments',
          words: 'Arguments for its program, such as what it may do without asking',
        },
        timeout: { value: 'seconds', words: 'Longest time of one run; 600 if not given' },
        missed: {
          value: 'policy',
          words: 'What fires that nothing ran for come to: once (one late run for all, if not given) or skip',
        },
        overlap: {
          value: 'policy',
          words: 'What a fire comes to while the run before goes on: skip (if not given) or queue',
        },
        to: { value: 'command', words: 'Shell command that is given what the agent printed' },
        'dry-run': { words: 'Show what would be saved' },
      },
      words: 'Have your agent run a skill at a time, or again and again',
      load: () => import('../commands/schedule-add.ts'),
    },
    {
      name: 'schedule show',
      takes: '<id>',
      flags: {},
      words: 'Show a schedule with its next fires and what the latest came to',
      load: () => import('../commands/schedule-show.ts'),
    },
    { name: 'schedule pause', takes: '<id>', flags: {}, words: 'Let a schedule rest', load: move },
    { name: 'schedule resume', takes: '<id>', flags: {}, words: 'Let a paused schedule go on', load: move },
    {
      name: 'schedule refresh',
      takes: '<id>',
      flags: { 'dry-run': { words: 'Show the difference and change nothing' } },
      words: 'Bring the copy of a skill up to date, for all its schedules',
      load: () => import('../commands/schedule-refresh.ts'),
    },
    {
      name: 'schedule run',
      takes: '<id>',
      flags: {},
      words: 'Run a schedule now and wait for its end; exit code 1 where it fails',
      load: () => import('../commands/schedule-run.ts'),
    },
    {
      name: 'schedule log',
      takes: '<id> [<fire>]',
      flags: {},
      words: 'Print what the agent printed in the latest run, or in that of a fire',
      load: () => import('../commands/schedule-log.ts'),
    },
    { name: 'schedule remove', takes: '<id>', flags: {}, words: 'Forget a schedule and its runs', load: move },
  ],
}
