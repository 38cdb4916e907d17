import type { OptimiseAsked, OptimiseLimits } from '../../app/skill-loop.ts'
import type { OptimiseReport } from '../../domain/proof/bench-report.ts'
import { optimiseToWire } from '../../domain/proof/bench-wire.ts'
import { armRows, detectableWords, resultWords, stepWords } from '../../domain/proof/bench-words.ts'
import { benchAsked, costOf, TRIAL_FLAGS, trialLimits } from '../bench/arguments.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import type { Report } from '../report.ts'
import { endInOrder } from '../signals.ts'
import { takeInSpooled } from '../spooled.ts'

export const command: Words = {
  topic: 'measuring',
  takes: '[<skill>] [<file of tasks>]',
  words: 'Improve a skill by edits that a model proposes, kept only with a gain on tasks that it never saw',
  flags: {
    ...TRIAL_FLAGS,
    'dry-run': { words: 'Propose and record nothing' },
  },
  text: [
    'A model sees tasks on which the skill did not do well, with what went wrong and what a successful run did, and proposes at most four edits a question. An edited text is tried on these tasks, and if it does better there on others, by which the best is chosen (GEPA: a front of texts, each best on some tasks; two of the front are merged where their edits fit together). Edits that failed are shown, and not made again.',
    'Half of the tasks is sealed: no question shows them, and nothing is chosen by them. They are opened once, by a line in the ledger, for the best text, and compared with no skill, a run as it was, a model that writes a skill from that run alone, and the skill. Only a gain there, by the gate of "bench run", becomes a proposal, which waits for you; its score is recorded for that text. Nothing is promoted. No gain is a result.',
    'Tasks are all successful turns of the skill\'s task, or those of a file; a session is in one part alone. Before anything is asked it says how many questions and tries it may take, and the smallest gain that so many sealed tasks show. A run that was ended, or that waits for an answer of "handoff", goes on with the same command: answers and tries are kept.',
  ],
  json: {
    skill: 'its name',
    version: 'the version that it began with',
    scorer: 'replay, agent or command',
    split: '{train, choose, test}: number of tasks in each part',
    smallest_effect: 'smallest gain that the sealed tasks show with a chance of 85 %, or null',
    steps: '[{kind: mutation or merge, diagnosis, outcome: kept or refused, before, after, why?}]',
    'base, chosen': 'mean score on the choosing tasks of the skill, and of the best text',
    result: 'proposed, no_better, not_shown, opened_before, refused, waiting or limit',
    'reason?': 'why, where a sentence says more',
    lines: 'as "bench run" has them, with edited; empty while the tasks are sealed',
    'worth?, gain?, lower?, p?': 'of the edited text against the skill, on the sealed tasks',
    'body?': 'the best text, where it is not the skill',
    'calls, tokens, tries': 'of this run',
  },
  example: 'wayland-core optimise auto-branch-changes-review --model-provider handoff || wayland-core model usage',
}

/** Questions about failures. */
const CALLS = 8

/** Improves a skill by a model's edits, with proof; exit code 3 while a question waits or tries are left. */
export async function run(call: Call): Promise<ExitCode> {
  const { json, report, open } = call
  const asked: OptimiseAsked = { ...benchAsked(call), calls: CALLS }
  const limits = trialLimits(call)
  await using loop = await open()
  await takeInSpooled(loop)
  const stopping = new AbortController()
  endInOrder(() => stopping.abort())
  const done = await loop.learning.optimise(asked, {
    ...limits,
    ...announcing(asked, json, report),
    signal: stopping.signal,
  })
  report.progress(undefined)
  if (json) report.json(optimiseToWire(done))
  else tell(done, report)
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
