import type { Command, Flag, Group } from '../command.ts'

const STALE: Flag = { value: 'days', words: 'Call a skill stale after so many days without use' }
const TAG: Flag = { value: 'tags', words: 'Only skills with this tag; several, with commas: with all of them' }
const REASON: Flag = { value: 'text', words: 'Why; kept in the ledger' }

/** A move of one skill, by a person: `skills promote <id>`, or `--skills-promote <id>`. */
const move = (name: string, words: string, flags: Command['flags'] = {}): Command => ({
  name: `skills ${name}`,
  flag: `skills-${name}`,
  takes: '<id>',
  flags: { reason: REASON, ...flags },
  words,
  load: () => import('../commands/skills-move.ts'),
})

export const REVIEW: Group = {
  title: 'Review skills',
  commands: [
    {
      name: 'ui',
      takes: '',
      flags: { port: { value: 'n', words: 'Port on 127.0.0.1; a free one without it' } },
      words: 'Review on a page in your browser, served on this machine only: read, compare, approve, edit, undo',
      load: () => import('../commands/ui.ts'),
    },
    {
      name: 'review',
      takes: '',
      flags: { html: { value: 'file', words: 'The file to write' } },
      words: 'Write what waits for a review into one HTML file, for a pull request',
      load: () => import('../commands/review.ts'),
    },
    {
      name: 'skills',
      takes: '',
      flags: { tag: TAG },
      words: 'List every skill with its status and evidence',
      load: () => import('../commands/skills.ts'),
    },
    {
      name: 'show',
      takes: '<id>',
      flags: {},
      words: 'Show one skill: status, text, findings, evidence side by side, history',
      load: () => import('../commands/show.ts'),
    },
    {
      name: 'history',
      takes: '<id>',
      flags: {},
      words: 'Versions and ledger entries of one skill',
      load: () => import('../commands/history.ts'),
    },
    {
      name: 'skills audit',
      flag: 'skills-audit',
      takes: '',
      flags: { 'skills-audit-stale-days': STALE },
      words: 'Every skill and what needs a look: Markdown on stdout, JSON in .wayland-core/skills-audit.json',
      load: () => import('../commands/skills-audit.ts'),
    },
    move('promote', 'Accept a draft, staged or watching: it becomes active and loses the notice of a draft', {
      force: { words: 'Promote a quarantined skill in spite of its findings' },
      everywhere: { words: 'Offer it in every project from now on, not only in its own; also for a skill in use' },
    }),
    move('pin', 'Keep an active skill as it is: no audit calls it stale, drafts only wait beside it'),
    move('unpin', 'Make a pinned skill active again'),
    {
      name: 'skills diff',
      flag: 'skills-diff',
      takes: '<id>',
      flags: {},
      words: 'What the newest proposed version would change, in numbered parts, and what of yours stays',
      load: () => import('../commands/skills-diff.ts'),
    },
    move('accept', 'Make the newest proposed version of a skill the current one, whole or in parts', {
      parts: { value: 'numbers', words: 'Only these parts of "skills diff", as in 1,3 or 1-4' },
      of: { value: 'version', words: 'Only if this version is the one that waits' },
      force: { words: 'Accept a version in spite of findings that block it' },
    }),
    move('reject', 'Put the newest proposed version of a skill aside; what it changed is not proposed again'),
    move('unreject', 'Let the version that was rejected last wait again; the rejection counts no more', {
      of: { value: 'version', words: 'This rejected version, not the last one' },
    }),
    {
      name: 'skills rollback',
      flag: 'skills-rollback',
      takes: '<entry>',
      flags: { reason: REASON },
      words: 'Make the version of a ledger entry the current one again, byte for byte; changes that one skill',
      load: () => import('../commands/skills-rollback.ts'),
    },
    move(
      'keep',
      'Keep a skill that "skills audit" calls stale or harmful: not asked again while nothing new speaks for it',
    ),
    move('unkeep', 'Take "skills keep" back: the audit may name the skill again'),
    move('archive', 'Take a skill out of use, kept whole in the data folder'),
    move('restore', 'Bring an archived or revoked skill back for review; lifts its revocation', {
      use: {
        value: 'version|files',
        words: 'What comes back where they differ: its version, or the files that were left',
      },
    }),
    move('revoke', 'Take a skill out of use and never draft it again, by name or by signature'),
    {
      name: 'skills govern',
      flag: 'skills-govern',
      takes: '',
      flags: {
        all: { words: 'Print every line; else the first 500 of each table, and the newest 500 ledger entries' },
      },
      words: 'Every skill with its status and versions, every revocation in force, the whole ledger',
      load: () => import('../commands/skills-govern.ts'),
    },
    {
      name: 'reconcile',
      takes: '',
      flags: {},
      words: 'Take in what was done by hand in the skills folder: edits, new skills, removals; overwrites nothing',
      load: () => import('../commands/reconcile.ts'),
    },
    {
      name: 'scan',
      takes: '<folder>…',
      flags: {
        level: {
          value: 'severity',
          words: 'Exit with 1 for a finding of at least this severity: block, warn (default) or note',
        },
        sarif: { words: 'Print SARIF 2.1.0' },
      },
      words: 'Look for dangers in skill folders: injected orders, remote code, secrets, code that runs by itself',
      load: () => import('../commands/scan.ts'),
    },
    {
      name: 'purge',
      takes: '[<id>…]',
      flags: { yes: { words: 'Do not ask' } },
      words: 'Delete archived and revoked skills for good: the only command that deletes',
      load: () => import('../commands/purge.ts'),
    },
  ],
}
