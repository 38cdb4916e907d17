import { resolve } from 'node:path'
import type { SkillLoop } from '../../app/skill-loop.ts'
import type { Decision } from '../../domain/decision.ts'
import { WaylandError } from '../../domain/errors.ts'
import type { ExplainedCandidate, Explanation } from '../../domain/routing/explanation.ts'
import { whyNone } from '../../domain/routing/why-none.ts'
import { decisionToWire } from '../../domain/wire.ts'
import { wrapped } from '../columns.ts'
import type { Call, Words } from '../command.ts'
import { firstStep } from '../first-step.ts'
import type { Report } from '../report.ts'
import { takeInSpooled } from '../spooled.ts'
import { textOnStdin } from '../stdin.ts'

export const command: Words = {
  topic: 'offering',
  takes: '"<task>"',
  words: 'Pick the skill for a task, or none and why; exit code 0 either way',
  flags: {
    explain: { words: 'Show the figures of every candidate, and why it was picked or not' },
    session: { value: 'id', words: 'Session that the task belongs to' },
    prompt: { value: 'id', words: 'Prompt id of the task, by which its turn finds the decision' },
    engine: { value: 'name', words: 'Agent that the hint is for: it names the skill as that agent can reach it' },
    project: {
      value: 'dir',
      words: 'Folder that the agent works in; a skill is offered in its own projects. Without it the current folder',
    },
  },
  text: [
    'With - in place of a task, the task is read from stdin, where other users of the machine cannot see it among the arguments. "@@skill=<name>" anywhere in the task forces that skill. --session and --prompt tie the decision to its turn, so that "observe" credits it without a "reward".',
    'How likely a skill must be before it is offered follows from router.precision, the share of the offers that should be right, and from your recent requests: the more doubtful ones there are, the higher. A learned skill is likely where the task is like the requests that it was drawn from or used for, and nearer to them than to the other ones of your latest 200. Where nothing is offered, the first line says why.',
    'A draft is offered in the project that its runs came from: the repository with all its worktrees, else the folder. Runs in three projects make it one for all, as does "skills promote --everywhere", and so is a skill that a person wrote. A task whose folder is not told (a program that gives route no projectDir) is offered skills of every project, and a conversation of the proxy only those that belong to none. A skill that a request names is given anywhere.',
    'Every decision is logged with its candidates. 5 % of the decisions offer nothing although a candidate exists, to measure what a skill is worth: --router-holdout 0 turns that off. Held out are decisions whose skill has few runs without it to compare with; the first offer of a skill and a forced one never are.',
  ],
  json: {
    decision_id: 'id of the decision, for "reward" and "observe"',
    pick: '{skill, path, hint, propensity}, or null; path is the SKILL.md, hint the line for the model, propensity the probability of this pick',
    reason:
      'picked, forced, no_candidates (no skills that may be offered), below_threshold (none likely enough), no_skill (doing without promises more), held_out or off',
    candidates:
      '[{skill, relevance, mean, draw?}]: relevance is the probability that it is the right skill for the text, mean its expected success rate where it fits, draw what Thompson sampling drew',
    'explanation?':
      'with --explain: {threshold, none, holdout, candidates}; for each candidate the words of the request that it has and where, how likely it fits, what offering it is worth here, its draw and propensity, the posterior of its success rate ([{rate, probability}]), and why it was offered or lost',
    'error?': 'what failed, where reason is failed',
  },
  example: 'wayland-core route "please review my branch"',
}

const SHOWN = 5

/** Picks a skill for a task. Every answer is exit code 0, none included. */
export async function run({ words, flags, json, report, open }: Call): Promise<void> {
  // Arguments of a process can be read by every user of the machine, standard input cannot.
  const text = words.length === 1 && words[0] === '-' ? await textOnStdin() : words.join(' ')
  if (text.trim() === '')
    throw new WaylandError('bad_usage', 'route needs the task as text', {
      hint: 'For example: wayland-core route "please review my branch"',
    })
  await using loop = await open({ brief: true })
  await takeInSpooled(loop)
  const session = typeof flags.session === 'string' ? { sessionId: flags.session } : {}
  const prompt = typeof flags.prompt === 'string' ? { promptId: flags.prompt } : {}
  const engine = typeof flags.engine === 'string' ? { engine: flags.engine } : {}
  const projectDir = resolve(typeof flags.project === 'string' ? flags.project : '.')
  const task = { text, ...session, ...prompt, ...engine, projectDir }
  // A person reads why nothing was offered, also without --explain.
  const decision = await loop.route(task, { top: SHOWN, explain: flags.explain === true || !json })
  if (decision.reason === 'failed') throw new WaylandError('storage_unavailable', decision.error ?? 'the router failed')
  if (json) return report.json(decisionToWire(decision))
  report.line(decision.pick?.hint ?? `no skill: ${await whyNothing(decision, loop)}`)
  report.line(
    `decision ${decision.id}${decision.pick === null ? '' : `, picked with probability ${decision.pick.propensity.toFixed(3)}`}`,
  )
  if (decision.reason === 'no_candidates' && (await hiddenSkills(loop)) === undefined)
    report.line(await firstStep(loop))
  const news = decision.pick === null ? undefined : await loop.offers.news()
  if (news !== undefined) report.line(news)
  if (flags.explain === true && decision.explanation !== undefined) tellExplanation(decision.explanation, report)
  else if (decision.candidates.length > 0) {
    const rows = decision.candidates.map(({ skill, relevance, mean }) => [skill, relevance.toFixed(3), mean.toFixed(3)])
    report.line()
    report.table([['candidate', 'relevance', 'success rate'], ...rows])
  }
}

/** Why nothing was offered, and for a skill of another project how to have it. */
async function whyNothing(decision: Decision, loop: SkillLoop): Promise<string> {
  const hidden = decision.reason === 'no_candidates' ? await hiddenSkills(loop) : undefined
  if (hidden !== undefined) return hidden
  const { words, elsewhere } = whyNone(decision)
  return elsewhere === undefined
    ? words
    : `${words}: say its folder with --project, or "wayland-core skills promote ${elsewhere} --everywhere" offers it in all`
}

/** The skills that may not be offered now; undefined if there are none. */
async function hiddenSkills({ review }: SkillLoop): Promise<string | undefined> {
  const { byStatus } = await review.statusOverview(0)
  const hidden = Object.entries(byStatus).map(([status, count]) => `${count} ${status}`)
  if (hidden.length > 0)
    return `none of the skills may be offered now (${hidden.join(', ')}); "wayland-core show <name>" says why`
  const waiting = await review.unapproved()
  return waiting[0] === undefined
    ? undefined
    : waiting.length === 1
      ? `the one skill of libraries waits for your approval: "wayland-core show ${waiting[0].id}" says what it can do`
      : `all ${waiting.length} skills of libraries wait for your approval: "wayland-core show ${waiting[0].library}" lists what they can do`
}

/** Writes how a decision was made: the candidates with their figures, then the terms and the reason of each. */
function tellExplanation({ threshold, none, holdout, candidates }: Explanation, report: Report): void {
  report.line()
  report.line(
    `Weighed are skills with a relevance of ${threshold.toFixed(2)} or more; to measure what skills are worth, an offer is held out with a probability of ${percent(holdout)}.`,
  )
  if (candidates.length === 0) return
  report.line()
  report.table([
    ['candidate', 'relevance', 'fits', 'success rate', 'worth here', 'draw', 'propensity'],
    ...candidates.map((one) => [
      one.skill,
      shown(one.relevance),
      shown(one.fit),
      shown(one.mean),
      shown(one.value),
      shown(one.draw),
      shown(one.propensity),
    ]),
    ...(none === undefined
      ? []
      : [['(no skill)', '-', '-', '-', shown(none.mean), shown(none.draw), shown(none.propensity)]]),
  ])
  for (const one of candidates) {
    report.line()
    report.line(wrapped(`${one.skill}: ${one.why}`, report.width).join('\n'))
    report.line(
      wrapped(matchedText(one), report.width - 2)
        .join('\n')
        .replace(/^/gm, '  '),
    )
  }
}

const matchedText = ({ words }: ExplainedCandidate): string =>
  words.length === 0
    ? 'no word of the request; found by parts of words'
    : words
        .toSorted((a, b) => b.share - a.share)
        .map(({ word, fields, share }) => `${word} (${fields.join(', ')}; ${percent(share)})`)
        .join(', ')

const shown = (value: number | undefined): string => value?.toFixed(3) ?? '-'

const percent = (share: number): string => `${Math.round(share * 100)} %`
