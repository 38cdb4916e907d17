import type { Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Make a pinned skill active again',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: [NAMED, MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills unpin auto-branch-changes-review',
}

export { run } from './skills-promote.ts'
