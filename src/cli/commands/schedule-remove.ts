import type { Words } from '../command.ts'
import { SCHEDULE_FIELDS } from '../schedule-fields.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '<id>',
  words: 'Forget a schedule and its runs',
  flags: {},
  text: ['Its runs and their output go, too. The copy of a skill that no other schedule uses goes to the archive.'],
  json: SCHEDULE_FIELDS,
  example: 'wayland-core schedule remove nightly-report',
}

export { run } from './schedule-pause.ts'
