import type { ArmLine, ArmName, BenchReport, OptimiseReport, SearchStep } from './bench-report.ts'
import type { Detectable } from './smallest-effect.ts'
import { familiesForLoss, type Judged, LEAST_FAMILIES, type Worth } from './worth.ts'

/** The arms for people. */
export const ARMS: Readonly<Record<ArmName, string>> = {
  none: 'no skill',
  trajectory: 'one run as it was',
  rewrite: 'that run, rewritten once by a model',
  skill: 'the skill',
  edited: 'the skill with the edits',
}

/** What so many families can show, said before anything is tried. */
export function detectableWords({ families, tasks = families, repeats, gain }: Detectable): string {
  const many = familiesWords(families)
  const copies = families < tasks ? `${tasks} tasks are ${many} by their content, and copies count once. ` : ''
  const shows =
    gain === null
      ? `${many} of tasks cannot show a gain, however large: ${LEAST_FAMILIES} are the least.`
      : `${many} of tasks, ${repeats} ${repeats === 1 ? 'try' : 'tries'} each, show a gain of ${points(gain)} or more, if a try passes or fails; finer scores show less (found with a chance of 85 %).`
  return copies + shows
}

/** What was judged, and against what. */
export type Judgement = Pick<BenchReport, 'judged' | 'skill' | 'version'> & { readonly against: ArmName }

export function worthWords({ judged, against, skill: name, version }: Judgement): string {
  const skill = `${name} ${version}`
  const over = `over ${ARMS[against]}`
  const says: Readonly<Record<Worth, string>> = {
    gain: `${skill} gains ${points(judged.gain)} ${over} (at least ${points(Math.max(0, judged.lower))}; chance gives as much once in ${Math.round(1 / judged.p)}).`,
    loss: `${skill} loses ${points(-judged.gain)} ${over}.`,
    not_shown:
      judged.after < judged.before
        ? `${skill} did worse than ${ARMS[against]}, ${scoresOf(judged)}: not enough to say whether it harms. ${moreFor(judged)}`
        : `No gain ${over} is shown (${points(judged.gain)}; chance gives as much once in ${Math.max(1, Math.round(1 / judged.p))}).`,
    not_loaded: `The text was loaded in no try: a difference says nothing about it.`,
    unseen: `It tells to do what no run did, so that no gain counts: ${judged.unseen.map((one) => `"${one}"`).join(', ')}.`,
    too_few: `${familiesWords(judged.families)} of tasks ${judged.families === 1 ? 'is' : 'are'} too few for any result; ${LEAST_FAMILIES} are the least.`,
  }
  return says[judged.worth]
}

const familiesWords = (count: number): string => (count === 1 ? '1 family' : `${count} families`)

/** Scores of both texts; as counts where each family passed or failed. */
function scoresOf({ before, after, families }: Judged): string {
  const passed = [after, before].map((score) => Math.round(score * families * 1e6) / 1e6)
  return passed.every(Number.isInteger)
    ? `${passed[0]} of ${families} against ${passed[1]} of ${families}`
    : `${after.toFixed(2)} against ${before.toFixed(2)} over ${families} families of tasks`
}

function moreFor(judged: Judged): string {
  const enough = familiesForLoss(judged)
  return enough === undefined ? 'Give more tasks.' : `About ${enough} families of tasks would tell: give more.`
}

/** Rows of a table, the first with its head. */
export const armRows = (lines: readonly ArmLine[]): readonly (readonly string[])[] => [
  ['tried with', 'score', 'tries', 'loaded', 'tool calls', 'tokens', 'seconds'],
  ...lines.map((line) =>
    line.left === undefined
      ? [
          ARMS[line.arm],
          line.score === null ? '–' : line.score.toFixed(2),
          `${line.tries}${line.timedOut === 0 ? '' : ` (${line.timedOut} out of time)`}`,
          line.loaded === null ? '–' : `${Math.round(line.loaded * 100)} %`,
          line.toolCalls === null ? '–' : line.toolCalls.toFixed(1),
          line.tokens === null ? '–' : Math.round(line.tokens).toString(),
          line.seconds.toFixed(line.seconds < 10 ? 2 : 0),
        ]
      : [ARMS[line.arm], `not tried: ${line.left}`, '', '', '', '', ''],
  ),
]

const points = (share: number): string => `${(share * 100).toFixed(0)} points`

export function stepWords({ kind, diagnosis, outcome, before, after, why }: SearchStep): string {
  const scores = before === null || after === null ? '' : ` ${before.toFixed(2)} → ${after.toFixed(2)}`
  const reason = why === undefined ? '' : `: ${why}`
  return `${kind} ${outcome}${scores}${reason}${diagnosis === '' ? '' : ` (${diagnosis.replace(/\s+/g, ' ').slice(0, 160)})`}`
}

export function resultWords(report: OptimiseReport): readonly string[] {
  const { result, skill, base, chosen, judged, reason } = report
  const search = `On the choosing tasks the best text scores ${chosen.toFixed(2)}, the skill ${base.toFixed(2)}.`
  const worth = judged === undefined ? [] : [worthWords({ ...report, judged, against: 'skill' })]
  const because = reason === undefined ? '' : ` (${reason})`
  const says: Readonly<Record<OptimiseReport['result'], readonly string[]>> = {
    proposed: [
      search,
      ...worth,
      reason === undefined
        ? `It waits for you as a proposal: wayland-core show ${skill}`
        : `It would be proposed: ${reason}.`,
    ],
    no_better: [
      'No text did better than the skill on the choosing tasks. The sealed tasks stay sealed, and nothing is proposed.',
    ],
    not_shown: [search, ...worth, 'Nothing is proposed.'],
    opened_before: [search, `Nothing is proposed: ${reason ?? ''}. New tasks are needed to judge another one.`],
    refused: [search, ...worth, `The proposal is refused${because}.`],
    waiting: ['A question waits for its answer in handoff/ of the data folder. The same command goes on with it.'],
    limit: ['Tries or time ran out. The same command goes on.'],
  }
  return says[result]
}
