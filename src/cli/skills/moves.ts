import type { Verb } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { moveSkill } from '../skill-move.ts'

export const promote: Verb = {
  takes: '<id>',
  words: 'Accept a draft, staged or watching: it becomes active and loses the notice of a draft',
  flags: {
    reason: { value: 'text', words: 'Why; kept in the ledger' },
    force: { words: 'Promote a quarantined skill in spite of its findings' },
    everywhere: { words: 'Offer it in every project from now on, not only in its own; also for a skill in use' },
  },
  text: [
    NAMED,
    'The grant is for these bytes: a later change needs a review again. A quarantined skill shows its findings and needs --force. A skill of a shared library is approved by its bytes, as library/path: it is offered as any other from then on, and until "skills archive" takes that back. "show <library>" lists what all skills of a library can do, and how to approve them together.',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills promote auto-branch-changes-review',
  run: async (call) => await moveSkill(call, 'promote'),
}

export const archive: Verb = {
  takes: '<id>',
  words: 'Take a skill out of use, kept whole beside the folder of skills',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: [NAMED, MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills archive auto-branch-changes-review',
  run: async (call) => await moveSkill(call, 'archive'),
}

export const revoke: Verb = {
  takes: '<id>',
  words: 'Take a skill out of use and never draft it again, by name or by signature',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: [NAMED, MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills revoke auto-branch-changes-review',
  run: async (call) => await moveSkill(call, 'revoke'),
}

export const restore: Verb = {
  takes: '<id>',
  words: 'Bring an archived or revoked skill back for review; lifts its revocation',
  flags: {
    reason: { value: 'text', words: 'Why; kept in the ledger' },
    use: {
      value: 'version|files',
      words: 'What comes back where they differ: its version, or the files that were left',
    },
  },
  text: [
    NAMED,
    'Where the files that it left were changed since, both are shown, and --use says which come back; the other is kept. ("wayland-core restore" brings back everything from a backup.)',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills restore auto-branch-changes-review',
  run: async (call) => await moveSkill(call, 'restore'),
}
