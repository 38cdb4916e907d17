import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { FIRE_FIELDS } from '../schedule-fields.ts'
import { fireText, fireToWire } from '../schedule-text.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '<id> [<fire>]',
  words: 'Print what the agent printed in the latest run, or in that of a fire',
  flags: {},
  text: [
    'The output and the errors of the agent as it prints them: while the run goes on, and of runs that failed or whose daemon was killed, too. Secrets are taken out, and of more than 524,288 characters the beginning and the end are kept. The latest 200 fires of a schedule are kept, in the data folder, readable by you alone. The command of --to gets the output as it is.',
  ],
  json: { ...FIRE_FIELDS, file: 'where the output is, or null', text: 'the output, or null' },
  example: 'wayland-core schedule log nightly-report',
}

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
