import type { BenchAsked, BenchLimits } from '../app/skill-loop.ts'
import { WaylandError } from '../domain/errors.ts'
import { scorerOf } from './bench-scorer.ts'
import { isTasksFile, readTasks } from './bench-tasks-file.ts'
import type { Call } from './command.ts'

/** What is tried: a skill and its tasks, by the words and flags of `bench run` and `optimise`. Throws `bad_usage`. */
export function benchAsked({ command: { name }, words, flags }: Call): BenchAsked {
  const { tasks, repeats, 'dry-run': dryRun } = flags
  const [named, ...more] = words
  const usage = usageOf(name)
  if (named === undefined || more.length > 0) throw usage(`${name} takes one skill, or one file of tasks`)
  const isFile = isTasksFile(named)
  if (isFile && tasks !== undefined) throw usage(`${name} takes one file of tasks`)
  const file = isFile ? readTasks(named) : typeof tasks === 'string' ? readTasks(tasks) : undefined
  const skill = isFile ? file?.skill : named
  if (skill === undefined)
    throw usage(`${named} does not say whose tasks they are; name the skill: ${name} <skill> --tasks ${named}`)
  return {
    ...{ skill, repeats: countOf(name, 'repeats', repeats) ?? 1, dryRun: dryRun === true },
    scorer: scorerOf(flags, process.cwd()),
    ...(file === undefined ? {} : { tasks: file.tasks }),
  }
}

/** What a try costs, for a person. */
export function costOf({ scorer }: BenchAsked): string {
  if (scorer === undefined || scorer.name === 'replay') return ''
  const what = scorer.name === 'agent' ? 'a run of your agent' : 'a run of your command'
  return `, each ${what} of at most ${scorer.timeoutMs / 1_000} seconds`
}

/** Limits of a run, and its progress on the terminal. Throws `bad_usage`. */
export function trialLimits({ command: { name }, flags, report }: Call): Omit<BenchLimits, 'signal' | 'announce'> {
  const [most, time] = [countOf(name, 'tries', flags.tries), countOf(name, 'minutes', flags.minutes)]
  return {
    ...(most === undefined ? {} : { tries: most }),
    ...(time === undefined ? {} : { until: new Date(Date.now() + time * 60_000) }),
    progress: (done, of) => report.progress(`${done} of ${of} tries`),
  }
}

/** A flag that is a count; undefined where it is not given. Throws `bad_usage`. */
export function countOf(command: string, name: string, value: Call['flags'][string], most = MOST): number | undefined {
  if (value === undefined) return undefined
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= most) return count
  throw usageOf(command)(`--${name} takes a whole number from 1 to ${most}, not "${String(value).slice(0, 20)}"`)
}

const MOST = 10_000

const usageOf = (command: string) => (message: string) =>
  new WaylandError('bad_usage', message, { hint: `See "wayland-core ${command} --help".` })
