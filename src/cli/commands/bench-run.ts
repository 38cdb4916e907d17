import { writeFile } from 'node:fs/promises'
import type { BenchAsked, BenchLimits } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { BenchReport } from '../../domain/proof/bench-report.ts'
import { benchSvg } from '../../domain/proof/bench-svg.ts'
import { benchToWire } from '../../domain/proof/bench-wire.ts'
import { armRows, benchMarkdown, detectableWords, worthWords } from '../../domain/proof/bench-words.ts'
import { scorerOf } from '../bench-scorer.ts'
import { isTasksFile, readTasks } from '../bench-tasks-file.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import type { Report } from '../report.ts'
import { endInOrder } from '../signals.ts'
import { takeInSpooled } from '../spooled.ts'

/** Compares a skill with no skill and with a run as it was; exit code 3 while tries are left. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  const asked = askedOf(words, flags)
  const limits = limitsOf(flags, report, { json, cost: costOf(asked) })
  await using loop = await open()
  await takeInSpooled(loop)
  const stopping = new AbortController()
  endInOrder(() => stopping.abort())
  const done = await loop.bench(asked, { ...limits, signal: stopping.signal })
  report.progress(undefined)
  if (json) report.json(benchToWire(done))
  else tell(done, report)
  if (typeof flags.report === 'string') await write(flags.report, done)
  return done.left > 0 ? EXIT.unavailable : EXIT.done
}

function askedOf(words: Call['words'], flags: Call['flags']): BenchAsked {
  const { tasks, repeats, 'dry-run': dryRun } = flags
  const [named, ...more] = words
  if (named === undefined || more.length > 0) throw usage('bench run takes one skill, or one file of tasks')
  const isFile = isTasksFile(named)
  if (isFile && tasks !== undefined) throw usage('bench run takes one file of tasks')
  const file = isFile ? readTasks(named) : typeof tasks === 'string' ? readTasks(tasks) : undefined
  const skill = isFile ? file?.skill : named
  if (skill === undefined)
    throw usage(`${named} does not say whose tasks they are; name the skill: bench run <skill> --tasks ${named}`)
  return {
    ...{ skill, repeats: countOf('repeats', repeats) ?? 1, dryRun: dryRun === true },
    scorer: scorerOf(flags, process.cwd()),
    ...(file === undefined ? {} : { tasks: file.tasks }),
  }
}

/** What a try costs, for a person. */
function costOf({ scorer }: BenchAsked): string {
  if (scorer === undefined || scorer.name === 'replay') return ''
  const what = scorer.name === 'agent' ? 'a run of your agent' : 'a run of your command'
  return `, each ${what} of at most ${scorer.timeoutMs / 1_000} seconds`
}

function limitsOf(
  { tries, minutes }: Call['flags'],
  report: Report,
  { json, cost }: { readonly json: boolean; readonly cost: string },
): Omit<BenchLimits, 'signal'> {
  const say = json ? report.note : report.line
  const [most, time] = [countOf('tries', tries), countOf('minutes', minutes)]
  return {
    ...(most === undefined ? {} : { tries: most }),
    ...(time === undefined ? {} : { until: new Date(Date.now() + time * 60_000) }),
    announce: (planned, detectable) => say(`${planned} tries${cost}. ${detectableWords(detectable)}`),
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

function tell(done: BenchReport, report: Report): void {
  report.table(armRows(done.lines))
  report.line()
  report.line(worthWords(done))
  if (!done.isCurrent)
    report.line(
      'Its current version was made from the latest of these runs; this is the newest that enough runs came after.',
    )
  if (done.recorded) report.line('Its score is recorded: the router begins with it while the skill has this text.')
  if (done.left > 0) report.line(`${done.left} tries are left: the same command goes on with them.`)
}

async function write(file: string, done: BenchReport): Promise<void> {
  try {
    await writeFile(file, reportAs(file, done))
  } catch (cause) {
    const why = `the report cannot be written to ${file} (${(cause as Error).message})`
    throw new WaylandError('storage_unavailable', why, { cause })
  }
}

/** Markdown, or what the ending of the file says. */
function reportAs(file: string, done: BenchReport): string {
  if (/\.svg$/i.test(file)) return benchSvg(done)
  return /\.json$/i.test(file) ? `${JSON.stringify(benchToWire(done), null, 2)}\n` : benchMarkdown(done)
}

const usage = (message: string) =>
  new WaylandError('bad_usage', message, { hint: 'See "wayland-core bench run --help".' })
