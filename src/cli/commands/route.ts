import { resolve } from 'node:path'
import { WaylandError } from '../../domain/errors.ts'
import { decisionToWire } from '../../domain/wire.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'
import { tellExplanation, whyNothing } from '../explanation-text.ts'
import { firstStep } from '../first-step.ts'
import { takeInSpooled } from '../spooled.ts'

const WHY: Readonly<Record<string, string>> = {
  no_candidates: 'there are no skills yet',
  late: 'no time was left to decide',
  below_threshold: 'no skill is likely enough to fit',
  no_skill: 'going without one fits best',
  held_out: 'this task goes without one, so that the benefit can be measured',
  known: 'this prompt was answered before',
  off: 'wayland-core is switched off',
}

/** Picks a skill for a task. Every answer is exit code 0, none included. */
export async function run({ words, flags, json, report, open }: Call): Promise<ExitCode> {
  // Arguments of a process can be read by every user of the machine, standard input cannot.
  const text = words.length === 1 && words[0] === '-' ? await textOnStdin() : words.join(' ')
  if (text.trim() === '')
    throw new WaylandError('bad_usage', 'route needs the task as text', {
      hint: 'For example: wayland-core route "please review my branch"',
    })
  const top = flags.top === undefined ? 5 : Number(flags.top)
  if (!Number.isInteger(top) || top < 1)
    throw new WaylandError('bad_usage', `--top must be a whole number from 1, not "${flags.top}"`)
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const session = typeof flags.session === 'string' ? { sessionId: flags.session } : {}
  const prompt = typeof flags.prompt === 'string' ? { promptId: flags.prompt } : {}
  const engine = typeof flags.engine === 'string' ? { engine: flags.engine } : {}
  const projectDir = resolve(typeof flags.dir === 'string' ? flags.dir : '.')
  const task = { text, ...session, ...prompt, ...engine, projectDir }
  const decision = await loop.route(task, { top, explain: flags.explain === true })
  if (decision.reason === 'failed') throw new WaylandError('storage_unavailable', decision.error ?? 'the router failed')
  if (json) {
    report.json(decisionToWire(decision))
    return EXIT.done
  }
  const { byStatus } = decision.reason === 'no_candidates' ? await loop.statusOverview(0) : { byStatus: {} }
  const hidden = Object.entries(byStatus).map(([status, count]) => `${count} ${status}`)
  const why =
    hidden.length > 0
      ? `none of the skills may be offered now (${hidden.join(', ')}); "wayland-core show <name>" says why`
      : (whyNothing(decision) ?? WHY[decision.reason] ?? decision.reason)
  report.line(decision.pick?.hint ?? `no skill: ${why}`)
  report.line(
    `decision ${decision.id}${decision.pick === null ? '' : `, picked with probability ${decision.pick.propensity.toFixed(3)}`}`,
  )
  if (decision.reason === 'no_candidates' && hidden.length === 0) report.line(await firstStep(loop))
  const news = decision.pick === null ? undefined : await loop.news()
  if (news !== undefined) report.line(news)
  if (decision.explanation !== undefined) tellExplanation(decision.explanation, report)
  else if (decision.candidates.length > 0) {
    const rows = decision.candidates.map(({ skill, relevance, mean }) => [skill, relevance.toFixed(3), mean.toFixed(3)])
    report.line()
    report.table([['candidate', 'relevance', 'success rate'], ...rows])
  }
  return EXIT.done
}

/** Bytes of a task that are read at most. */
const MAX_TASK = 1024 * 1024

async function textOnStdin(): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_TASK) break
  }
  return Buffer.concat(chunks).toString('utf8')
}
