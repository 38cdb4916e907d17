import type { Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Put the newest proposed version of a skill aside; what it changed is not proposed again',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: [NAMED, '"skills unreject" takes it back.', MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills reject auto-branch-changes-review',
}

export { run } from './skills-promote.ts'
