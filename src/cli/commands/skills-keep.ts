import type { Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Keep a skill that "skills audit" calls stale or harmful: not asked again while nothing new speaks for it',
  flags: { reason: { value: 'text', words: 'Why; kept in the ledger' } },
  text: [
    NAMED,
    'A stale skill is named again after another 180 days without use; a harmful one after that time too, or as soon as four more runs with it have a known outcome.',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills keep auto-branch-changes-review',
}

export { run } from './skills-promote.ts'
