import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { FIRE_FIELDS } from '../schedule-fields.ts'
import { fireText, fireToWire } from '../schedule-text.ts'
import { endInOrder } from '../signals.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '<id>',
  words: 'Run a schedule now and wait for its end; exit code 1 where it fails',
  flags: {},
  text: [
    'In this process, also without a daemon; refused while the schedule runs already. Where a schedule of one fire failed, a run that succeeds makes it done. Before its time a run by hand changes nothing.',
  ],
  json: { schedule: 'id of the schedule', ...FIRE_FIELDS },
  example: 'wayland-core schedule run nightly-report',
}

/** Runs a schedule now. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [id, ...more] = words
  if (id === undefined || more.length > 0)
    throw new WaylandError('bad_usage', 'schedule run needs one schedule', {
      hint: 'List them with "wayland-core schedule list".',
    })
  await using loop = await open()
  const { id: whole, plan } = await loop.schedules.find(id)
  const stopping = new AbortController()
  endInOrder(() => stopping.abort())
  const fire = await loop.schedules.run(whole, stopping.signal)
  if (json) report.json({ schedule: whole, ...fireToWire(fire) })
  else {
    report.line(fireText(fire, plan?.zone))
    if (fire.log !== null)
      report.line(`Read what it printed: wayland-core schedule log ${whole.slice(0, 8)} ${fire.id.slice(0, 8)}`)
  }
  return fire.state === 'succeeded' ? EXIT.done : EXIT.refused
}
