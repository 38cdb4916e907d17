import { showLocal } from '../../domain/schedule/local-time.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { daemonNeeded } from '../daemon-needed.ts'
import { fireText, scheduleToWire, whenText } from '../schedule-text.ts'

export const command: Words = {
  topic: 'scheduling',
  takes: '',
  words: 'List what runs at its time, with the next fire of each',
  flags: { all: { words: 'Those that are done, too' } },
  text: ['A schedule that was edited by hand and cannot be read is named with what is wrong; the others go on.'],
  json: { schedules: 'list of schedules, as "schedule show" has one, without fires' },
  example: 'wayland-core schedule --all',
}

/** Lists schedules. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  const all = await loop.schedules.list()
  const some = flags.all === true ? all : all.filter(({ state }) => state !== 'done')
  if (json) report.json({ schedules: some.map(scheduleToWire) })
  else if (some.length === 0)
    report.line(
      `Nothing is scheduled${all.length > 0 ? '; --all lists what is done' : ': wayland-core schedule add <skill> --cron "0 9 * * MON-FRI"'}.`,
    )
  else {
    const rows = some.map((one) => [
      one.id.slice(0, 8),
      one.skill,
      one.state,
      whenText(one),
      one.next[0] === undefined || one.plan === undefined ? '-' : showLocal(one.next[0], one.plan.zone),
      one.last === undefined ? '-' : fireText(one.last, one.plan?.zone),
    ])
    report.table([['id', 'skill', 'state', 'when', 'next', 'last'], ...rows])
    const needed = daemonNeeded(loop)
    if (needed !== undefined && some.some(({ state }) => state === 'active')) report.line(needed)
  }
  return EXIT.done
}
