import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { AskedSchedule } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { argumentsOf, secondsOf } from '../agent-flags.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { daemonNeeded } from '../daemon-needed.ts'
import { plannedToWire, scheduleRows, scheduleToWire } from '../schedule-text.ts'

/** Shows what would run and when, and saves it. */
export async function run(call: Call): Promise<ExitCode> {
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
    return EXIT.done
  }
  report.line()
  report.line(saved === undefined ? 'Not saved.' : `Saved as ${saved.id.slice(0, 8)}.`)
  if (!planned.agentIsHere)
    report.line(`The program of ${planned.plan.engine} is not in PATH: until it is, each run fails.`)
  const needed = daemonNeeded(loop)
  if (needed !== undefined) report.line(needed)
  return EXIT.done
}

function askedOf({ words, flags, command }: Call): AskedSchedule {
  const [skill, ...more] = words
  const usage = (message: string) => new WaylandError('bad_usage', message)
  if (skill === undefined || more.length > 0)
    throw usage(
      skill === undefined
        ? 'schedule add needs one skill'
        : 'schedule add takes one skill; its arguments go into --args "…"',
    )
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined)
  const {
    at,
    in: span,
    cron,
    zone,
    engine,
    args,
    to,
  } = {
    at: text('at'),
    in: text('in'),
    cron: text('cron'),
    zone: text('zone'),
    engine: text('engine'),
    args: text('args'),
    to: text('to'),
  }
  const projectDir = resolve(text('project') ?? '.')
  if (statSync(projectDir, { throwIfNoEntry: false })?.isDirectory() !== true)
    throw usage(`--project ${projectDir} is no folder`)
  return {
    ...{ skill, at, in: span, cron, engine, projectDir, args, to },
    zone: zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    words: argumentsOf(flags['agent-words'], command.name),
    timeoutMs: Math.max(1_000, Math.round(secondsOf(flags.timeout, command.name) * 1_000)),
    missed: oneOf('missed', text('missed'), ['once', 'skip']),
    overlap: oneOf('overlap', text('overlap'), ['skip', 'queue']),
  }
}

function oneOf<T extends string>(name: string, value: string | undefined, known: readonly T[]): T | undefined {
  const found = known.find((one) => one === value)
  if (found !== undefined || value === undefined) return found
  throw new WaylandError('bad_usage', `--${name} takes ${known.join(' or ')}, not "${value.slice(0, 40)}"`)
}
