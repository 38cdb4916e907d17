import type { Command, Flag } from './command.ts'
import { NAMED, SKILL_FIELDS } from './skill-fields.ts'

const STALE: Flag = { value: 'days', words: 'Call a skill stale after so many days without use' }
const REASON: Flag = { value: 'text', words: 'Why; kept in the ledger' }

/** A move of one skill, by a person. */
const move = (name: string, words: string, more = NAMED, flags: Command['flags'] = {}): Command => ({
  name: `--skills-${name}`,
  takes: '<id>',
  flags: { reason: REASON, ...flags },
  words,
  more,
  json: SKILL_FIELDS,
  example: `wayland-core --skills-${name} auto-branch-changes-review`,
  load: () => import('./commands/skills-move.ts'),
})

/** Commands with which a person stays in charge of the skills. */
export const REVIEW_COMMANDS: readonly Command[] = [
  {
    name: '--skills-audit',
    takes: '',
    flags: { 'skills-audit-stale-days': STALE },
    words: 'Every skill and what needs a look: Markdown on stdout, JSON in .wayland-core/skills-audit.json',
    more: 'Findings, each with the command that settles it: needs_review, watching (a draft whose runs share no step waits for more), split (the turns of one skill do two tasks, and a second skill waits beside it), changed_since_review, proposed (a version waits), harmful (tasks succeed less often with the skill than without, 95 % sure), stale (neither used nor made for so many days), duplicate (two skills say nearly the same, or their runs did), broken_ref (a skill refers to a file that it does not have), safety.',
    json: ['schema', 'generated_at', 'stale_days', 'skills', 'findings'],
    example: 'wayland-core --skills-audit',
    load: () => import('./commands/skills-audit.ts'),
  },
  move(
    'promote',
    'Accept a draft, staged or watching: it becomes active and loses the notice of a draft',
    `${NAMED} The grant names the bytes: a later change needs review again. A quarantined skill shows its findings and needs --force.`,
    {
      force: { words: 'Promote a quarantined skill all the same' },
    },
  ),
  move('archive', 'Take a skill out of use, kept whole in the data folder'),
  move('pin', 'Keep an active skill as it is: no audit calls it stale, drafts only wait beside it'),
  move('unpin', 'Make a pinned skill active again'),
  move('revoke', 'Take a skill out of use and never draft it again, by name or by signature'),
  move(
    'restore',
    'Bring an archived or revoked skill back for review; lifts its revocation',
    `${NAMED} Where the files that it left were changed since, both are shown, and --use says which come back; the other is kept. ("wayland-core restore" brings back everything from a backup.)`,
    {
      use: {
        value: 'version|files',
        words: 'What comes back where they differ: its version, or the files that were left',
      },
    },
  ),
  move(
    'accept',
    'Make the newest proposed version of a skill its head, whole or in parts',
    `${NAMED} Your lines stay, and what you took out stays out; where you and the new version changed the same place, yours stays unless you name that part. Parts that you do not name go on waiting: accept them later, or put them aside with --skills-reject. Files that you edited since are merged first. --skills-rollback takes it back. A version with findings that block needs --force.`,
    {
      parts: { value: 'numbers', words: 'Only these parts of --skills-diff, as in 1,3 or 1-4' },
      of: { value: 'version', words: 'Only if this version is the one that waits' },
      force: { words: 'Accept a version all the same that has findings which block' },
    },
  ),
  move('reject', 'Put the newest proposed version of a skill aside; what it changed is not proposed again'),
  {
    name: '--skills-diff',
    takes: '<id>',
    flags: {},
    words: 'What the newest proposed version would change, in numbered parts, and what of yours stays',
    more: `${NAMED} A proposed version is merged from what was drafted before, what you have and what was drafted now. Parts: number, file, place, conflict, removes, adds, before (as drafted before). Along, which changes with any part: place, removes, adds. Kept: place, added, removed. Split, where the turns of the skill do two tasks and a second one waits: keeps and leaves, each with skill and steps; promoting the second accepts both halves, archiving it keeps one skill.`,
    json: ['skill', 'from', 'to', 'files', 'parts', 'along', 'kept', 'split'],
    example: 'wayland-core --skills-diff auto-branch-changes-review',
    load: () => import('./commands/skills-diff.ts'),
  },
  {
    name: '--skills-rollback',
    takes: '<entry>',
    flags: { reason: REASON },
    words: 'Make the version of a ledger entry the head again, byte for byte; touches that one skill',
    more: '<entry> is a number from "wayland-core history". A rollback is an entry too, and can be rolled back.',
    json: SKILL_FIELDS,
    example: 'wayland-core --skills-rollback 1',
    load: () => import('./commands/skills-rollback.ts'),
  },
  {
    name: '--skills-govern',
    takes: '',
    flags: {},
    words: 'Every skill with its status and versions, every revocation in force, the whole ledger',
    json: ['skills', 'revocations', 'ledger', 'ledger_agrees'],
    example: 'wayland-core --skills-govern',
    load: () => import('./commands/skills-govern.ts'),
  },
  {
    name: 'history',
    takes: '<id>',
    flags: {},
    words: 'Versions and ledger entries of one skill',
    more: NAMED,
    json: ['skill', 'versions', 'ledger'],
    example: 'wayland-core history auto-branch-changes-review',
    load: () => import('./commands/history.ts'),
  },
  {
    name: 'reconcile',
    takes: '',
    flags: {},
    words: 'Take in what was done by hand to the skills folder: edits, new skills, removals; nothing is written over',
    more: 'The same happens at every start and before every write; this command says what it was.',
    json: ['ledger'],
    example: 'wayland-core reconcile',
    load: () => import('./commands/reconcile.ts'),
  },
  {
    name: 'scan',
    takes: '<folder>…',
    flags: {
      level: { value: 'severity', words: 'Exit with 1 from this severity on: block, warn (default) or note' },
      sarif: { words: 'Print SARIF 2.1.0' },
    },
    words: 'Look for dangers in skill folders: injected orders, remote code, secrets, what acts by itself',
    more: 'Reads every file below each folder; nothing in a folder can exclude a file from it.',
    json: ['findings'],
    example: 'wayland-core scan ~/.claude/skills --level block',
    load: () => import('./commands/scan.ts'),
  },
  {
    name: 'purge',
    takes: '[<id>…]',
    flags: { yes: { words: 'Do not ask' } },
    words: 'Delete archived and revoked skills for good: the only command that deletes',
    more: 'Lists what goes and asks. Ledger and revocations stay; a purged skill is not drafted again.',
    json: ['purged'],
    example: 'wayland-core purge --yes',
    load: () => import('./commands/purge.ts'),
  },
  {
    name: '--skills-path',
    takes: '',
    flags: {},
    words: 'Every folder and file that is used, and whether it exists; nothing is made',
    json: ['config', 'config_file', 'skills', 'staging', 'data', 'database', 'archive', 'secondary'],
    example: 'wayland-core --skills-path',
    load: () => import('./commands/skills-path.ts'),
  },
]
