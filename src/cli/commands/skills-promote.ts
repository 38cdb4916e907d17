import type { Call, Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { moveSkill } from '../skill-move.ts'

export const command: Words = {
  topic: 'reviewing',
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
}

export const run = async (call: Call): Promise<void> => await moveSkill(call, 'promote')
