import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { SCHEDULE_FIELDS } from '../schedule-fields.ts'
import { scheduleToWire } from '../schedule-text.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '<id>',
  words: 'Let a schedule rest',
  flags: {},
  text: ['What would have fired meanwhile counts as not planned. A run that goes on is not ended.'],
  json: SCHEDULE_FIELDS,
  example: 'wayland-core schedule pause nightly-report',
}

const DONE = { pause: 'rests', resume: 'goes on', remove: 'is removed' } as const

/** Pauses, resumes or removes a schedule. */
export async function run({ command, words, json, report, open }: Call): Promise<ExitCode> {
  const [id, ...more] = words
  if (id === undefined || more.length > 0)
    throw new WaylandError('bad_usage', `${command.name} needs one schedule`, {
      hint: 'List them with "wayland-core schedule list".',
    })
  const move = command.name.split(' ')[1] as keyof typeof DONE
  await using loop = await open({ brief: true })
  const moved = await loop.schedules[move](id)
  if (json) report.json(scheduleToWire(moved))
  else report.line(`${moved.id.slice(0, 8)} (${moved.skill}) ${DONE[move]}.`)
  return EXIT.done
}
