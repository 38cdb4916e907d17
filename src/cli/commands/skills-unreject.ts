import type { Words } from '../command.ts'
import { MOVES, NAMED, SKILL_FIELDS } from '../skill-fields.ts'

export const command: Words = {
  topic: 'reviewing',
  takes: '<id>',
  words: 'Let the version that was rejected last wait again; the rejection counts no more',
  flags: {
    reason: { value: 'text', words: 'Why; kept in the ledger' },
    of: { value: 'version', words: 'This rejected version, not the last one' },
  },
  text: [NAMED, 'Refused while another version waits.', MOVES],
  json: SKILL_FIELDS,
  example: 'wayland-core skills unreject auto-branch-changes-review',
}

export { run } from './skills-promote.ts'
