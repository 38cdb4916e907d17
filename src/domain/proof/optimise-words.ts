import { armRows, detectableWords, worthWords } from './bench-words.ts'
import type { OptimiseReport, SearchStep } from './optimise-report.ts'

/** A step of the search in one line. */
export function stepWords({ kind, diagnosis, outcome, before, after, why }: SearchStep): string {
  const scores = before === null || after === null ? '' : ` ${before.toFixed(2)} → ${after.toFixed(2)}`
  const reason = why === undefined ? '' : `: ${why}`
  return `${kind} ${outcome}${scores}${reason}${diagnosis === '' ? '' : ` (${diagnosis.replace(/\s+/g, ' ').slice(0, 160)})`}`
}

/** The result in sentences. */
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
    waiting: ['A question waits for its answer: see "wayland-core model questions". The same command goes on with it.'],
    limit: ['Tries or time ran out. The same command goes on.'],
  }
  return says[result]
}

/** The report as Markdown. */
export function optimiseMarkdown(report: OptimiseReport): string {
  const { skill, version, split, detectable, steps, lines, scorer } = report
  const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const [head = [], ...rows] = armRows(lines)
  return [
    `# ${skill} ${version}, optimised by ${scorer}`,
    '',
    `${split.train} tasks to learn from, ${split.choose} to choose by, ${split.test} sealed. ${detectableWords(detectable)}`,
    '',
    ...steps.map((step, i) => `${i + 1}. ${stepWords(step)}`),
    ...(lines.length === 0 ? [] : ['', row(head), row(head.map(() => '---')), ...rows.map(row)]),
    '',
    ...resultWords(report),
    '',
  ].join('\n')
}
