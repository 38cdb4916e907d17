import type { ScheduleView, SkillLoop } from '../../app/skill-loop.ts'
import { showLocal } from '../../domain/schedule/local-time.ts'
import { type Call, EXIT, type Verb, type Words } from '../command.ts'
import { diffOf } from '../file-diff.ts'
import { scheduleAdd } from '../schedule-add.ts'
import {
  daemonNeeded,
  FIRE_FIELDS,
  fireText,
  fireToWire,
  SCHEDULE_FIELDS,
  scheduleRows,
  scheduleToWire,
  whenText,
} from '../schedule-standing.ts'
import { endInOrder } from '../signals.ts'

export async function run({ flags, json, report, open }: Call): Promise<void> {
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
}

const show: Verb = {
  takes: '<id>',
  words: 'Show a schedule with its next fires and what the latest came to',
  text: ['<id> is an id, the beginning of one, or the name of a skill with one schedule.'],
  json: {
    ...SCHEDULE_FIELDS,
    copy_is_old: 'whether the skill was changed since it was copied',
    fires: 'the latest ten fires, as "schedule run" has one, the latest first',
  },
  example: 'wayland-core schedule show nightly-report',
  run: async (call) => {
    await using loop = await call.open({ brief: true })
    const found = await asked(call, loop)
    const fires = await loop.schedules.fires(found.id, SHOWN)
    if (call.json)
      call.report.json({
        ...scheduleToWire(found),
        copy_is_old: found.copyIsOld === true,
        fires: fires.map(fireToWire),
      })
    else {
      const why = found.reason === null ? '' : ` (${found.reason})`
      const state = found.fault === undefined ? `${found.state}${why}` : `cannot be read: ${found.fault}`
      call.report.table([['id', found.id], ['state', state], ...scheduleRows(found)])
      if (found.copyIsOld === true)
        call.report.line(
          `\nThe skill was changed since. To run its new text: wayland-core schedule refresh ${found.id.slice(0, 8)}`,
        )
      if (fires.length > 0) call.report.line()
      for (const fire of fires) call.report.line(`${fire.id.slice(0, 8)}  ${fireText(fire, found.plan?.zone)}`)
    }
    return EXIT.done
  },
}

/** Fires that `show` prints. */
const SHOWN = 10

const log: Verb = {
  takes: '<id> [<fire>]',
  words: 'Print what the agent printed in the latest run, or in that of a fire',
  text: [
    'The output and the errors of the agent as it prints them: while the run goes on, and of runs that failed or whose daemon was killed, too. Secrets are taken out, and of more than 524,288 characters the beginning and the end are kept. The latest 200 fires of a schedule are kept, in the data folder, readable by you alone. The command of --to gets the output as it is.',
  ],
  json: { ...FIRE_FIELDS, file: 'where the output is, or null', text: 'the output, or null' },
  example: 'wayland-core schedule log nightly-report',
  run: async (call) => {
    await using loop = await call.open({ brief: true })
    const { id, plan } = await asked(call, loop)
    const { fire, file = null, text = null } = await loop.schedules.log(id, call.words[1])
    if (call.json) call.report.json({ ...fireToWire(fire), file, text })
    else if (text === null) call.report.line(`${fireText(fire, plan?.zone)}\nNothing that it printed is kept.`)
    else call.report.text(text)
    return EXIT.done
  },
}

const runNow: Verb = {
  takes: '<id>',
  words: 'Run a schedule now and wait for its end; exit code 1 where it fails',
  text: [
    'In this process, also without a daemon; refused while the schedule runs already. Where a schedule of one fire failed, a run that succeeds makes it done. Before its time a run by hand changes nothing.',
  ],
  json: { schedule: 'id of the schedule', ...FIRE_FIELDS },
  example: 'wayland-core schedule run nightly-report',
  run: async (call) => {
    await using loop = await call.open()
    const { id, plan } = await asked(call, loop)
    const stopping = new AbortController()
    endInOrder(() => stopping.abort())
    const fire = await loop.schedules.run(id, stopping.signal)
    if (call.json) call.report.json({ schedule: id, ...fireToWire(fire) })
    else {
      call.report.line(fireText(fire, plan?.zone))
      if (fire.log !== null)
        call.report.line(`Read what it printed: wayland-core schedule log ${id.slice(0, 8)} ${fire.id.slice(0, 8)}`)
    }
    return fire.state === 'succeeded' ? EXIT.done : EXIT.refused
  },
}

const refresh: Verb = {
  takes: '<id>',
  words: 'Bring the copy of a skill up to date, for all its schedules',
  flags: { 'dry-run': { words: 'Show the difference and change nothing' } },
  text: [
    'What runs is a copy of the skill as it was when it was scheduled: an edit that you made or accepted since does not run until this brings it over. The skill is checked as "schedule add" checks it. One that is gone, archived, revoked, quarantined or altered since you reviewed it is refused, and the copy stays as it was. A run that goes on is not touched.',
  ],
  json: {
    skill: 'name',
    schedules: 'ids of the schedules that run the copy',
    files: '[{path, patch}] of the files that differ; patch is null for one that is no text',
    saved: 'whether the copy was changed: false with --dry-run, and where nothing differs',
  },
  example: 'wayland-core schedule refresh nightly-report --dry-run',
  run: async (call) => {
    const isDry = call.flags['dry-run'] === true
    await using loop = await call.open()
    const { skill, schedules, files } = await loop.schedules.refresh(call.words[0] ?? '', isDry)
    const saved = !isDry && files.length > 0
    const patches = files.map((file) => ({ path: file.path, patch: file.isText ? diffOf(file) : null }))
    if (call.json) call.report.json({ skill, schedules, files: patches, saved })
    else {
      for (const { path, patch } of patches) call.report.line(patch ?? `${path} is no text, and differs`)
      const named = `${skill} (${schedules.map((one) => one.slice(0, 8)).join(', ')})`
      if (files.length === 0) call.report.line(`The copy of ${named} is up to date.`)
      else call.report.line(saved ? `\nThe copy of ${named} is up to date now.` : '\nNot saved.')
    }
    return EXIT.done
  },
}

/** A verb that moves a schedule from one state to the next. */
const moves = (move: 'pause' | 'resume' | 'remove', done: string, said: Pick<Verb, 'words' | 'text'>): Verb => ({
  takes: '<id>',
  ...said,
  json: SCHEDULE_FIELDS,
  example: `wayland-core schedule ${move} nightly-report`,
  run: async (call) => {
    await using loop = await call.open({ brief: true })
    const moved = await loop.schedules[move](call.words[0] ?? '')
    if (call.json) call.report.json(scheduleToWire(moved))
    else call.report.line(`${moved.id.slice(0, 8)} (${moved.skill}) ${done}.`)
    return EXIT.done
  },
})

export const command: Words = {
  topic: 'scheduling',
  words: 'List what runs at its time, with the next fire of each',
  flags: { all: { words: 'Those that are done, too' } },
  text: ['A schedule that was edited by hand and cannot be read is named with what is wrong; the others go on.'],
  json: { schedules: 'list of schedules, as "schedule show" has one, without fires' },
  example: 'wayland-core schedule --all',
  verbs: {
    add: scheduleAdd,
    ...{ show, log, run: runNow, refresh },
    pause: moves('pause', 'rests', {
      words: 'Let a schedule rest',
      text: ['What would have fired meanwhile counts as not planned. A run that goes on is not ended.'],
    }),
    resume: moves('resume', 'goes on', {
      words: 'Let a paused schedule go on',
      text: ['A schedule of one fire whose time has passed meanwhile is missed, and fires by its policy.'],
    }),
    remove: moves('remove', 'is removed', {
      words: 'Forget a schedule and its runs',
      text: ['Its runs and their output go, too. The copy of a skill that no other schedule uses goes to the archive.'],
    }),
  },
}

const asked = async ({ words: [id = ''] }: Call, loop: SkillLoop): Promise<ScheduleView> =>
  await loop.schedules.find(id)
