import type { Command } from './command.ts'

/** Commands that show what was learned from what, and change nothing. */
export const EVIDENCE_COMMANDS: readonly Command[] = [
  {
    name: 'explain',
    takes: '[<turn-id>]',
    flags: {},
    words: 'Why a turn did or did not count, and which skills it is evidence of',
    more: 'Without an id it lists the latest turns with theirs. Ids are in the receipts of "observe" as well, and in "history --json" and "show --json" of a skill.',
    json: [
      'turn_id',
      'request',
      'at',
      'outcome',
      'signature',
      'counts',
      'reason',
      'gate',
      'streak',
      'group',
      'evidence_of',
      'turns',
    ],
    example:
      'wayland-core explain "$(wayland-core history auto-branch-changes-review --json | node -p "JSON.parse(fs.readFileSync(0)).versions[0].evidence[0]")"',
    load: () => import('./commands/explain.ts'),
  },
  {
    name: 'replay',
    takes: '[<engine|auto>] [<file|folder>…]',
    flags: {},
    words: 'What would be learned from past sessions, with your settings; writes nothing to your folders',
    more: 'Plays them through the loop in a throw-away home, which begins with your skills and what you decided about them, and with no turns. Says what would be drafted, from which requests, what you archived, revoked or wrote that stands against it, and counts what was refused by its name.',
    json: ['turns', 'counted', 'refused', 'refused_drafts', 'suppressed', 'unreadable', 'drafts'],
    example: 'wayland-core replay claude-code ~/.claude/projects',
    load: () => import('./commands/replay.ts'),
  },
  {
    name: 'notes',
    takes: '[<project-dir>]',
    flags: {},
    words: 'What most turns of a project run, as a note for AGENTS.md or CLAUDE.md; never writes it',
    more: 'The folder is the current one where none is given. A project needs five turns that changed files.',
    json: ['project_dir', 'turns', 'note'],
    example: 'wayland-core notes',
    load: () => import('./commands/notes.ts'),
  },
]
