import { writeFile } from 'node:fs/promises'
import { createPatch } from 'diff'
import type { OptimiseAsked, OptimiseLimits, SkillLoop } from '../../app/skill-loop.ts'
import { WaylandError } from '../../domain/errors.ts'
import { splitFrontMatter } from '../../domain/front-matter.ts'
import { benchSvg } from '../../domain/proof/bench-svg.ts'
import { armRows, detectableWords } from '../../domain/proof/bench-words.ts'
import type { OptimiseReport } from '../../domain/proof/optimise-report.ts'
import { optimiseToWire } from '../../domain/proof/optimise-wire.ts'
import { optimiseMarkdown, resultWords, stepWords } from '../../domain/proof/optimise-words.ts'
import { benchAsked, costOf, countOf, trialLimits } from '../bench-arguments.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import type { Report } from '../report.ts'
import { endInOrder } from '../signals.ts'
import { takeInSpooled } from '../spooled.ts'

/** Questions about failures, where no number is given. */
const CALLS = 8
const MOST_TOKENS = 100_000_000

/** Improves a skill by a model's edits, with proof; exit code 3 while a question waits or tries are left. */
export async function run(call: Call): Promise<ExitCode> {
  const { flags, json, report, open, command } = call
  const tokens = countOf(command.name, 'tokens', flags.tokens, MOST_TOKENS)
  const asked: OptimiseAsked = {
    ...{ ...benchAsked(call), calls: countOf(command.name, 'calls', flags.calls) ?? CALLS },
    ...(tokens === undefined ? {} : { tokens }),
  }
  const limits = trialLimits(call)
  await using loop = await open()
  await takeInSpooled(loop)
  const stopping = new AbortController()
  endInOrder(() => stopping.abort())
  const done = await loop.optimise(asked, { ...limits, ...announcing(asked, json, report), signal: stopping.signal })
  report.progress(undefined)
  if (json) report.json(optimiseToWire(done))
  else tell(done, report)
  if (typeof flags.report === 'string') await write(flags.report, reportAs(flags.report, done))
  if (typeof flags.patch === 'string' && done.body !== undefined)
    await write(flags.patch, await patchOf(loop, done, done.body))
  if (done.result === 'waiting' || done.result === 'limit') return EXIT.unavailable
  return done.result === 'refused' || done.result === 'opened_before' ? EXIT.refused : EXIT.done
}

const announcing = (
  asked: OptimiseAsked,
  json: boolean,
  report: Report,
): Pick<OptimiseLimits, 'announce' | 'onStep'> => {
  const say = json ? report.note : report.line
  return {
    announce: ({ calls, tries, detectable }) =>
      say(
        `At most ${calls} questions to the model, and ${tries} tries${costOf(asked)}. ${detectableWords(detectable)}`,
      ),
    onStep: (step, n) => say(`${n}. ${stepWords(step)}`),
  }
}

function tell(done: OptimiseReport, report: Report): void {
  if (done.lines.length > 0) {
    report.line()
    report.table(armRows(done.lines))
    report.line()
  }
  for (const line of resultWords(done)) report.line(line)
}

/** Markdown, or what the ending of the file says; a picture needs the comparison on the sealed tasks. */
function reportAs(file: string, done: OptimiseReport): string {
  if (/\.json$/i.test(file)) return `${JSON.stringify(optimiseToWire(done), null, 2)}\n`
  if (!/\.svg$/i.test(file)) return optimiseMarkdown(done)
  if (done.judged !== undefined)
    return benchSvg({ ...done, judged: done.judged, tasks: done.split.test, against: 'skill' })
  throw new WaylandError('bad_usage', `there is no picture for ${file}: the sealed tasks were not opened`, {
    hint: 'Give a file that ends with .md or .json.',
  })
}

/** The edits as a patch of SKILL.md, for a skill that is kept elsewhere. */
async function patchOf(loop: SkillLoop, { skill }: OptimiseReport, body: string): Promise<string> {
  const { text } = await loop.load(skill)
  const { front, body: before } = splitFrontMatter(text)
  const [blank = ''] = /^\s*/.exec(before) ?? []
  return createPatch(`${skill}/SKILL.md`, text, `${front}${blank}${body.trim()}\n`)
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text)
  } catch (cause) {
    const why = `${file} cannot be written (${(cause as Error).message})`
    throw new WaylandError('storage_unavailable', why, { cause })
  }
}
