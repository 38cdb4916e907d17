import { writeFile } from 'node:fs/promises'
import { WaylandError } from '../../domain/errors.ts'
import type { BenchReport } from '../../domain/proof/bench-report.ts'
import { benchSvg } from '../../domain/proof/bench-svg.ts'
import { benchToWire } from '../../domain/proof/bench-wire.ts'
import { armRows, benchMarkdown, detectableWords, worthWords } from '../../domain/proof/bench-words.ts'
import { benchAsked, costOf, trialLimits } from '../bench-arguments.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import type { Report } from '../report.ts'
import { endInOrder } from '../signals.ts'
import { takeInSpooled } from '../spooled.ts'

/** Compares a skill with no skill and with a run as it was; exit code 3 while tries are left. */
export async function run(call: Call): Promise<ExitCode> {
  const { flags, json, report, open } = call
  const asked = { ...benchAsked(call), rewrite: flags.rewrite === true }
  const limits = trialLimits(call)
  await using loop = await open()
  await takeInSpooled(loop)
  const stopping = new AbortController()
  endInOrder(() => stopping.abort())
  const say = json ? report.note : report.line
  const done = await loop.bench(asked, {
    ...limits,
    signal: stopping.signal,
    announce: (planned, detectable) => say(`${planned} tries${costOf(asked)}. ${detectableWords(detectable)}`),
  })
  report.progress(undefined)
  if (json) report.json(benchToWire(done))
  else tell(done, report)
  if (typeof flags.report === 'string') await write(flags.report, done)
  return done.left > 0 ? EXIT.unavailable : EXIT.done
}

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
