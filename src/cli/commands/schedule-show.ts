import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { SCHEDULE_FIELDS } from '../schedule-fields.ts'
import { fireText, fireToWire, scheduleRows, scheduleToWire } from '../schedule-text.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '<id>',
  words: 'Show a schedule with its next fires and what the latest came to',
  flags: {},
  text: ['<id> is an id, the beginning of one, or the name of a skill with one schedule.'],
  json: {
    ...SCHEDULE_FIELDS,
    copy_is_old: 'whether the skill was changed since it was copied',
    fires: 'the latest ten fires, as "schedule run" has one, the latest first',
  },
  example: 'wayland-core schedule show nightly-report',
}

const SHOWN = 10

/** Shows a schedule with its latest fires. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [id, ...more] = words
  if (id === undefined || more.length > 0)
    throw new WaylandError('bad_usage', 'schedule show needs one schedule', { hint: LIST })
  await using loop = await open({ brief: true })
  const found = await loop.schedules.find(id)
  const fires = await loop.schedules.fires(found.id, SHOWN)
  if (json)
    report.json({ ...scheduleToWire(found), copy_is_old: found.copyIsOld === true, fires: fires.map(fireToWire) })
  else {
    const why = found.reason === null ? '' : ` (${found.reason})`
    const state = found.fault === undefined ? `${found.state}${why}` : `cannot be read: ${found.fault}`
    report.table([['id', found.id], ['state', state], ...scheduleRows(found)])
    if (found.copyIsOld === true)
      report.line(
        `\nThe skill was changed since. To run its new text: wayland-core schedule refresh ${found.id.slice(0, 8)}`,
      )
    if (fires.length > 0) report.line()
    for (const fire of fires) report.line(`${fire.id.slice(0, 8)}  ${fireText(fire, found.plan?.zone)}`)
  }
  return EXIT.done
}

const LIST = 'List them with "wayland-core schedule list".'
