import type { ArmLine, ArmName, BenchReport } from './bench-report.ts'
import type { Detectable } from './smallest-effect.ts'
import { LEAST_FAMILIES, type Worth } from './worth.ts'

/** The arms for people. */
export const ARMS: Readonly<Record<ArmName, string>> = {
  none: 'no skill',
  trajectory: 'one run as it was',
  rewrite: 'that run, rewritten once by a model',
  skill: 'the skill',
  edited: 'the skill with the edits',
}

/** What so many families can show, said before anything is tried. */
export const detectableWords = ({ families, repeats, gain }: Detectable): string =>
  gain === null
    ? `${families} families of tasks show no gain, however large: ${LEAST_FAMILIES} are the least.`
    : `${families} families of tasks, ${repeats} ${repeats === 1 ? 'try' : 'tries'} each, show a gain of ${points(gain)} or more, if a try passes or fails; finer scores show less (found with a chance of 85 %).`

/** What was judged, and against what. */
export type Judgement = Pick<BenchReport, 'judged' | 'skill' | 'version'> & { readonly against: ArmName }

/** The result in one sentence. */
export function worthWords({ judged, against, skill: name, version }: Judgement): string {
  const skill = `${name} ${version}`
  const over = `over ${ARMS[against]}`
  const says: Readonly<Record<Worth, string>> = {
    gain: `${skill} gains ${points(judged.gain)} ${over} (at least ${points(Math.max(0, judged.lower))}; chance gives as much once in ${Math.round(1 / judged.p)}).`,
    loss: `${skill} loses ${points(-judged.gain)} ${over}.`,
    not_shown: `No gain ${over} is shown (${points(judged.gain)}; chance gives as much once in ${Math.max(1, Math.round(1 / judged.p))}).`,
    not_loaded: `The text was loaded in no try: a difference says nothing about it.`,
    unseen: `It tells to do what no run did, so that no gain counts: ${judged.unseen.map((one) => `"${one}"`).join(', ')}.`,
    too_few: `${judged.families} families of tasks are too few for any result; ${LEAST_FAMILIES} are the least.`,
  }
  return says[judged.worth]
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

/** The report as Markdown. */
export function benchMarkdown(report: BenchReport): string {
  const [head = [], ...rows] = armRows(report.lines)
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [
    `# What ${report.skill} ${report.version} is worth`,
    '',
    `${report.tasks} tasks, by ${report.scorer}. ${detectableWords(report.detectable)}`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...rows.map(row),
    '',
    worthWords(report),
    ...(report.left === 0 ? [] : ['', `${report.left} tries were left: the same command goes on with them.`]),
    '',
  ].join('\n')
}

const points = (share: number): string => `${(share * 100).toFixed(0)} points`
