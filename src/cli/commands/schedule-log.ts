import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { fireText, fireToWire } from '../schedule-text.ts'

/** Prints what a run of a schedule printed. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [id, fire, ...more] = words
  if (id === undefined || more.length > 0)
    throw new WaylandError('bad_usage', 'schedule log needs one schedule, and takes one fire', {
      hint: 'List them with "wayland-core schedule list".',
    })
  await using loop = await open({ brief: true })
  const { plan } = await loop.schedules.find(id)
  const found = await loop.schedules.log(id, fire)
  if (json) report.json({ ...fireToWire(found.fire), file: found.file ?? null, text: found.text ?? null })
  else if (found.text === undefined)
    report.line(`${fireText(found.fire, plan?.zone)}\nNothing that it printed is kept.`)
  else report.text(found.text)
  return EXIT.done
}
