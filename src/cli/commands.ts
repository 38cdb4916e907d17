import type { Command, Flag } from './command.ts'

const STALE: Flag = { value: 'days', words: 'call a skill stale after so many days without use' }
const TOP: Flag = { value: 'K', words: 'candidates shown (default 5)' }
const NAMED = '<id>: a name, an id, or the beginning of one'

/** Every command, once: the parser, `--help` and the tests read this list. Each is loaded when it is called. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'observe',
    takes: '',
    flags: {},
    words: 'Record turns: trajectories as JSON lines on stdin, one receipt a line on stdout',
    example: `echo '{"user_input":"review the branch","outcome":"success"}' | wayland-core observe`,
    load: () => import('./commands/observe.ts'),
  },
  {
    name: 'import',
    takes: '<engine|auto> <file|folder>…',
    flags: {},
    words: 'Read past sessions of an agent; reading twice records nothing new',
    example: 'wayland-core import claude-code ~/.claude/projects',
    load: () => import('./commands/import.ts'),
  },
  {
    name: 'route',
    takes: '"<task>"',
    flags: {
      top: TOP,
      session: { value: 'id', words: 'session that the task belongs to' },
      prompt: { value: 'id', words: 'prompt that the task is, so that its turn finds the decision' },
    },
    words: 'Pick the skill for a task, or none and why; exit code 0 either way',
    example: 'wayland-core route "please review my branch"',
    load: () => import('./commands/route.ts'),
  },
  {
    name: 'reward',
    takes: '<decision-id> success|failure|unknown',
    flags: {},
    words: 'Say how a routed task ended; counted once',
    example:
      'wayland-core reward "$(wayland-core route --json "review it" | node -p "JSON.parse(fs.readFileSync(0)).decision_id")" success',
    load: () => import('./commands/reward.ts'),
  },
  {
    name: 'skills',
    takes: '',
    flags: {},
    words: 'List every skill with its status and evidence',
    example: 'wayland-core skills',
    load: () => import('./commands/skills.ts'),
  },
  {
    name: 'show',
    takes: '<id>',
    flags: {},
    words: `Show one skill: its standing, its text, its history. ${NAMED}`,
    example: 'wayland-core show auto-branch-changes-review',
    load: () => import('./commands/show.ts'),
  },
  {
    name: 'demo',
    takes: '',
    flags: {},
    words: 'Play sessions around real requests in a throw-away home and watch a skill come out',
    example: 'wayland-core demo',
    load: () => import('./commands/demo.ts'),
  },
  {
    name: '--skills-audit',
    takes: '',
    flags: { 'skills-audit-stale-days': STALE },
    words: 'Every skill and what needs a look: Markdown on stdout, JSON in .wayland-core/skills-audit.json',
    example: 'wayland-core --skills-audit',
    load: () => import('./commands/skills-audit.ts'),
  },
  {
    name: '--skills-promote',
    takes: '<id>',
    flags: {},
    words: `Accept a staged skill. ${NAMED}`,
    example: 'wayland-core --skills-promote auto-branch-changes-review',
    load: () => import('./commands/skills-move.ts'),
  },
  {
    name: '--skills-archive',
    takes: '<id>',
    flags: {},
    words: `Take a skill out of use, kept whole in the data folder. ${NAMED}`,
    example: 'wayland-core --skills-archive auto-branch-changes-review',
    load: () => import('./commands/skills-move.ts'),
  },
  {
    name: '--skills-path',
    takes: '',
    flags: {},
    words: 'Every folder and file that is used, and whether it exists',
    example: 'wayland-core --skills-path',
    load: () => import('./commands/skills-path.ts'),
  },
]
