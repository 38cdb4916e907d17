import { existsSync } from 'node:fs'
import type { BenchAsked, BenchLimits } from '../../app/skill-loop.ts'
import { asWaylandError, WaylandError } from '../../domain/errors.ts'
import { type ProofTask, taskFromWire } from '../../domain/proof/task.ts'
import type { Call, Flag } from '../command.ts'
import { argumentsOf, secondsOf } from '../flag-values.ts'
import { readJsonRows } from '../json-rows.ts'

/** How tries are scored, and how many: the flags of `bench run` and `optimise`. */
export const TRIAL_FLAGS: Readonly<Record<string, Flag>> = {
  engine: { value: 'agent', words: 'Let this agent work on the tasks; without it and --command a try is a replay' },
  'agent-words': { value: 'arguments', words: 'Arguments for its program, such as what it may do without asking' },
  command: { value: 'line', words: 'Let this command score' },
  timeout: { value: 'seconds', words: 'Longest time of one try; 600 if not given' },
  repeats: { value: 'number', words: 'Tries of each task with each text; 1 if not given' },
  tries: { value: 'number', words: 'Stop after so many tries; the same command goes on with the rest' },
}

/** What is tried: a skill and its tasks, by the words and flags of `bench run` and `optimise`. Throws `bad_usage`. */
export function benchAsked({ command: { name }, words, flags }: Call): BenchAsked {
  const { repeats, 'dry-run': dryRun } = flags
  const [first, second] = words
  if (first === undefined) throw usage(`${name} takes one skill, one file of tasks, or both`)
  const path = second ?? (isTasksFile(first) ? first : undefined)
  const file = path === undefined ? undefined : readTasks(path)
  const skill = path === first ? file?.skill : first
  if (skill === undefined)
    throw usage(`${first} does not say whose tasks they are; name the skill: ${name} <skill> ${first}`)
  return {
    ...{ skill, repeats: countOf('repeats', repeats) ?? 1, dryRun: dryRun === true },
    scorer: scorerOf(flags, process.cwd()),
    ...(file === undefined ? {} : { tasks: file.tasks }),
  }
}

function scorerOf(flags: Call['flags'], folder: string): NonNullable<BenchAsked['scorer']> {
  const { engine, command, timeout, 'agent-words': words } = flags
  if (engine !== undefined && command !== undefined) throw usage('--engine and --command are two ways to score')
  if (engine === undefined && words !== undefined) throw usage('--agent-words needs --engine')
  if (engine === undefined && command === undefined) return { name: 'replay' }
  const timeoutMs = secondsOf(timeout) * 1_000
  if (typeof engine === 'string') return { name: 'agent', agent: engine, words: argumentsOf(words), timeoutMs }
  if (typeof command !== 'string' || command.trim() === '') throw usage('--command needs a line for the shell')
  return { name: 'command', command, folder, timeoutMs }
}

export function costOf({ scorer }: BenchAsked): string {
  if (scorer === undefined || scorer.name === 'replay') return ''
  const what = scorer.name === 'agent' ? 'a run of your agent' : 'a run of your command'
  return `, each ${what} of at most ${scorer.timeoutMs / 1_000} seconds`
}

/** Limits of a run, and its progress on the terminal. Throws `bad_usage`. */
export function trialLimits({ flags, report }: Call): Omit<BenchLimits, 'signal' | 'announce'> {
  const tries = countOf('tries', flags.tries)
  return {
    ...(tries === undefined ? {} : { tries }),
    progress: (done, of) => report.progress(`${done} of ${of} tries`),
  }
}

function countOf(name: string, value: Call['flags'][string]): number | undefined {
  if (value === undefined) return undefined
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return count
  throw usage(`--${name} takes a whole number from 1 to ${MOST}, not "${String(value).slice(0, 20)}"`)
}

const MOST = 10_000

const usage = (message: string) => new WaylandError('bad_usage', message)

/** Tasks of a file, and the skill that its rows name. */
interface TasksFile {
  readonly tasks: readonly ProofTask[]
  readonly skill?: string
}

/** Whether a word is the path of a file of tasks, and no name of a skill. */
export const isTasksFile = (word: string): boolean => /\.jsonl?$/.test(word) && existsSync(word)

/** Reads a file of tasks. Throws `bad_file` with the row of the first bad one: a comparison needs all. */
function readTasks(path: string): TasksFile {
  const skills = new Set<string>()
  const ids = new Set<string>()
  const tasks = readJsonRows(path).map((row) => {
    const place = 'line' in row.at ? `line ${row.at.line}` : `row ${row.at.row}`
    if ('error' in row) throw new WaylandError('bad_file', `${path}, ${place}: ${row.error}`)
    const task = readTask(row.value, `${path}, ${place}`)
    if (ids.has(task.id)) throw new WaylandError('bad_file', `${path}, ${place}: there is another task "${task.id}"`)
    ids.add(task.id)
    const { skill } = row.value as { readonly skill?: unknown }
    if (typeof skill === 'string') skills.add(skill)
    return task
  })
  if (tasks.length === 0) throw new WaylandError('bad_file', `${path} holds no task`)
  if (skills.size > 1)
    throw new WaylandError('bad_file', `${path} holds tasks of several skills: ${[...skills].join(', ')}`)
  const [skill] = skills
  return { tasks, ...(skill === undefined ? {} : { skill }) }
}

function readTask(value: unknown, place: string): ProofTask {
  try {
    return taskFromWire(value)
  } catch (error) {
    throw new WaylandError('bad_file', `${place}: ${asWaylandError(error).message}`)
  }
}
