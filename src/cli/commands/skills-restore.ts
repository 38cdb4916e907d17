import type { Call, Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { moveSkill } from '../skill-move.ts'

export const command: Words = {
  topic: 'reviewing',
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
}

export const run = async (call: Call): Promise<void> => await moveSkill(call, 'restore')
