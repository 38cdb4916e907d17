import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AskedSchedule } from '../app/skill-loop.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Call, Verb } from './command.ts'
import { argumentsOf, secondsOf } from './flag-values.ts'
import { daemonNeeded, plannedToWire, SCHEDULE_FIELDS, scheduleRows, scheduleToWire } from './schedule-standing.ts'

export const scheduleAdd: Verb = {
  takes: '<skill> [<argument>…]',
  words: 'Have your agent run a skill at a time, or again and again',
  flags: {
    at: {
      value: 'time',
      words:
        'Once: "2027-03-01 09:00", with an offset or a zone behind it, "tomorrow 9am", the next 18:30, or so long from now: +90s, +2h30m, +3d',
    },
    cron: { value: 'expression', words: 'Again and again: minute, hour, day of month, month, day of week' },
    engine: { value: 'agent', words: 'Agent that runs it; the first on this machine if not given' },
    project: { value: 'dir', words: 'Folder that the agent works in; the current one if not given' },
    'agent-words': { value: 'arguments', words: 'Arguments for its program, such as what it may do without asking' },
    timeout: { value: 'seconds', words: 'Longest time of one run; 600 if not given' },
    missed: {
      value: 'policy',
      words: 'What fires that nothing ran for come to: once (one late run for all, if not given) or skip',
    },
    overlap: {
      value: 'policy',
      words: 'What a fire comes to while the run before goes on: skip (if not given) or queue',
    },
    to: { value: 'command', words: 'Shell command that is given the report of the agent: what it said last' },
    'dry-run': { words: 'Show what would be saved' },
  },
  text: [
    'The daemon fires: it gives the skill, rendered as "run" renders it, to your agent without a window, in the folder of the project. What the agent may do without asking is up to its settings and --agent-words. The next three fires are shown, then it is saved; the same thing twice is refused.',
    'Takes a skill that you wrote or promoted. It is copied as it is now into a namespace of its own, which no router offers and no list shows; "run sched-<name>" prints the copy. "schedule refresh" brings the copy up to date for all its schedules, and so does adding the skill under another time.',
    'A cron expression has five fields with lists, ranges, steps and names (JAN, MON), by the clocks of this machine, or those of the variable TZ. Where minute and hour have no "*", a time that the clocks skip fires when they go on, and one that they show twice fires the first time. With a "*" it fires by the clock: nothing within the gap, and both. --at refuses a time that the clocks skip, and takes the first of two; an offset names the other.',
    'A fire that begins within a minute is on time. One that nothing ran for (the machine slept, no daemon ran) is missed: --missed once runs once for all of them, late; skip only notes them. Each fire begins at most once: a run that was killed in the middle is interrupted and not begun again. At most two run at once.',
    'A run has failed where the agent says so or breaks off, where its last call was not allowed, and where its last call or check failed and no later call repaired it. A schedule of one fire is done when its run succeeds, and the copy of its skill goes to the archive where no other uses it. Otherwise it has failed, and stays. A run is recorded as a turn of its own kind: it feeds no streak, and credits no pick.',
  ],
  json: {
    ...SCHEDULE_FIELDS,
    agent_is_here: "whether the agent's program is in PATH",
    saved: 'false with --dry-run, where id, state and the fields of a saved one are left out or null',
  },
  example: 'wayland-core schedule add nightly-report the main branch --cron "0 9 * * MON-FRI" --engine claude-code',
  run: add,
}

/** Shows what would run and when, and saves it. */
async function add(call: Call): Promise<void> {
  const { json, report, open, flags } = call
  const asked = askedOf(call)
  await using loop = await open()
  const planned = await loop.schedules.plan(asked)
  if (!json) report.table(scheduleRows(planned))
  const saved = flags['dry-run'] === true ? undefined : await loop.schedules.add(planned)
  if (json) {
    const rest = { agent_is_here: planned.agentIsHere, saved: saved !== undefined }
    report.json(
      saved === undefined
        ? { id: null, skill: planned.skill, ...plannedToWire(planned), ...rest }
        : { ...scheduleToWire(saved), ...rest },
    )
    return
  }
  report.line()
  report.line(saved === undefined ? 'Not saved.' : `Saved as ${saved.id.slice(0, 8)}.`)
  if (!planned.agentIsHere)
    report.line(`The program of ${planned.plan.engine} is not in PATH: until it is, each run fails.`)
  const needed = daemonNeeded(loop)
  if (needed !== undefined) report.line(needed)
}

function askedOf({ words, flags }: Call): AskedSchedule {
  const [skill = '', ...args] = words
  const usage = (message: string) => new WaylandError('bad_usage', message)
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined)
  const projectDir = resolve(text('project') ?? '.')
  if (statSync(projectDir, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usage(`--project ${projectDir} is no folder`)
  return {
    ...{ skill, at: text('at'), cron: text('cron'), engine: text('engine') },
    ...{ projectDir, args: args.join(' '), to: text('to') },
    zone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
    words: argumentsOf(flags['agent-words']),
    timeoutMs: Math.max(1_000, Math.round(secondsOf(flags.timeout) * 1_000)),
    missed: oneOf('missed', text('missed'), ['once', 'skip']),
    overlap: oneOf('overlap', text('overlap'), ['skip', 'queue']),
  }
}

function oneOf<T extends string>(name: string, value: string | undefined, known: readonly T[]): T | undefined {
  const found = known.find((one) => one === value)
  if (found !== undefined || value === undefined) return found
  throw new WaylandError('bad_usage', `--${name} takes ${known.join(' or ')}, not "${value.slice(0, 40)}"`)
}
