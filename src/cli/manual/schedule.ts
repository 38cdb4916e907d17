import type { Fields, Manual } from './manual.ts'

const PLANNED: Fields = {
  'at, cron': 'when: an ISO time, or the expression; the other is null',
  zone: 'zone of the clocks',
  next: 'the next three fires at most, as ISO times',
  'engine, project_dir, arguments, agent_words, to': 'what runs and where',
  'timeout_s, missed, overlap': 'limit of a run in seconds, and the policies',
}
const SAVED: Fields = {
  ...{ id: 'id; every command takes the beginning of it, or the name of the skill', skill: 'name' },
  ...{ state: 'active, paused, done or failed', reason: 'why it failed, or null' },
  fault: 'what is wrong with a plan that cannot be read, which never fires; else null',
  ...PLANNED,
  ...{ created_at: 'ISO time', last: 'the latest fire, or null' },
}
const FIRE: Fields = {
  ...{ id: 'id of the fire', planned_at: 'the time that it was planned for', by_hand: 'whether a person asked for it' },
  state: 'waiting, running, succeeded, failed, timed_out, interrupted, skipped or missed',
  why: 'why it came to that, or null',
  'started_at, ended_at': 'ISO times, or null',
  exit_code: "exit code of the agent's program, or null",
  missed: 'how many fires that were missed it stands for',
}
const EXAMPLE = 'nightly-report'

/** Help of the commands that run skills at their time. */
export const SCHEDULE_MANUAL: Readonly<Record<string, Manual>> = {
  schedule: {
    text: ['A schedule that was edited by hand and cannot be read is named with what is wrong; the others go on.'],
    json: { schedules: 'list of schedules, as "schedule show" has one, without fires' },
    example: 'wayland-core schedule --all',
  },
  'schedule add': {
    text: [
      'The daemon fires: it gives the skill, rendered as "run" renders it, to your agent without a window, in the folder of the project. What the agent may do without asking is up to its settings and --agent-words. The next three fires are shown, then it is saved; the same thing twice is refused.',
      'Takes a skill that you wrote or promoted. It is copied as it is now into a namespace of its own, which no router offers and no list shows; "run sched-<name>" prints the copy. "schedule refresh" brings the copy up to date for all its schedules, and so does adding the skill under another time.',
      'A cron expression has five fields with lists, ranges, steps and names (JAN, MON). Where minute and hour have no "*", a time that the clocks skip fires when they go on, and one that they show twice fires the first time. With a "*" it fires by the clock: nothing within the gap, and both. --at refuses a time that the clocks skip, and takes the first of two; an offset names the other.',
      'A fire that begins within a minute is on time. One that nothing ran for (the machine slept, no daemon ran) is missed: --missed once runs once for all of them, late; skip only notes them. Each fire begins at most once: a run that was killed in the middle is interrupted and not begun again. At most two run at once.',
      'A run has failed where the agent says so or breaks off, where its last call was not allowed, and where its last call or check failed and no later call repaired it. A schedule of one fire is done when its run succeeds, and the copy of its skill goes to the archive where no other uses it. Otherwise it has failed, and stays. A run is recorded as a turn of its own kind: it feeds no streak, and credits no pick.',
    ],
    json: {
      ...SAVED,
      agent_is_here: "whether the agent's program is in PATH",
      saved: 'false with --dry-run, where id, state and the fields of a saved one are left out or null',
    },
    example: `wayland-core schedule add ${EXAMPLE} --cron "0 9 * * MON-FRI" --engine claude-code --args "the main branch"`,
  },
  'schedule show': {
    text: ['<id> is an id, the beginning of one, or the name of a skill with one schedule.'],
    json: {
      ...SAVED,
      copy_is_old: 'whether the skill was changed since it was copied',
      fires: 'the latest ten fires, as "schedule run" has one, the latest first',
    },
    example: `wayland-core schedule show ${EXAMPLE}`,
  },
  'schedule pause': {
    text: ['What would have fired meanwhile counts as not planned. A run that goes on is not ended.'],
    json: SAVED,
    example: `wayland-core schedule pause ${EXAMPLE}`,
  },
  'schedule resume': {
    text: ['A schedule of one fire whose time has passed meanwhile is missed, and fires by its policy.'],
    json: SAVED,
    example: `wayland-core schedule resume ${EXAMPLE}`,
  },
  'schedule refresh': {
    text: [
      'What runs is a copy of the skill as it was when it was scheduled: an edit that you made or accepted since does not run until this brings it over. The skill is checked as "schedule add" checks it. One that is gone, archived, revoked, quarantined or altered since you reviewed it is refused, and the copy stays as it was. A run that goes on is not touched.',
    ],
    json: {
      ...{ skill: 'name', schedules: 'ids of the schedules that run the copy' },
      files: '[{path, patch}] of the files that differ; patch is null for one that is no text',
      saved: 'whether the copy was changed: false with --dry-run, and where nothing differs',
    },
    example: `wayland-core schedule refresh ${EXAMPLE} --dry-run`,
  },
  'schedule run': {
    text: [
      'In this process, also without a daemon; refused while the schedule runs already. Where a schedule of one fire failed, a run that succeeds makes it done. Before its time a run by hand changes nothing.',
    ],
    json: { schedule: 'id of the schedule', ...FIRE },
    example: `wayland-core schedule run ${EXAMPLE}`,
  },
  'schedule log': {
    text: [
      'The output and the errors of the agent as it prints them: while the run goes on, and of runs that failed or whose daemon was killed, too. Secrets are taken out, and of more than 524,288 characters the beginning and the end are kept. The latest 200 fires of a schedule are kept, in the data folder, readable by you alone. The command of --to gets the output as it is.',
    ],
    json: { ...FIRE, file: 'where the output is, or null', text: 'the output, or null' },
    example: `wayland-core schedule log ${EXAMPLE}`,
  },
  'schedule remove': {
    text: ['Its runs and their output go, too. The copy of a skill that no other schedule uses goes to the archive.'],
    json: SAVED,
    example: `wayland-core schedule remove ${EXAMPLE}`,
  },
}
