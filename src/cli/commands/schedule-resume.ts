import type { Words } from '../command.ts'
import { SCHEDULE_FIELDS } from '../schedule-fields.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '<id>',
  words: 'Let a paused schedule go on',
  flags: {},
  text: ['A schedule of one fire whose time has passed meanwhile is missed, and fires by its policy.'],
  json: SCHEDULE_FIELDS,
  example: 'wayland-core schedule resume nightly-report',
}

export { run } from './schedule-pause.ts'
