import type { Call, Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { moveSkill } from '../skill-move.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Take a skill out of use and never draft it again, by name or by signature',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: [NAMED, MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills revoke auto-branch-changes-review',
}

export const run = async (call: Call): Promise<void> => await moveSkill(call, 'revoke')
