import type { Call, Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'
import { moveSkill } from '../skill-move.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Take a skill out of use, kept whole beside the folder of skills',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: [NAMED, MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills archive auto-branch-changes-review',
}

export const run = async (call: Call): Promise<void> => await moveSkill(call, 'archive')
