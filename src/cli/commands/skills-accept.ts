import type { Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Make the newest proposed version of a skill the current one, whole or in parts',
  flags: {
    reason: { value: 'text', words: 'Why; kept in the ledger' },
    parts: { value: 'numbers', words: 'Only these parts of "skills diff", as in 1,3 or 1-4' },
    of: { value: 'version', words: 'Only if this version is the one that waits' },
    force: { words: 'Accept a version in spite of findings that block it' },
  },
  text: [
    NAMED,
    'Your lines stay, and what you took out stays out. Where you and the new version changed the same place, yours stays unless --parts names that part. Parts that you do not name go on waiting. Files that you edited since are merged first. "skills rollback" takes it back. A version with findings that block needs --force.',
    MOVES,
  ],
  json: SKILL_FIELDS,
  example: 'wayland-core skills accept auto-branch-changes-review',
}

export { run } from './skills-promote.ts'
