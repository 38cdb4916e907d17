import type { ArmLine, BenchReport, OptimiseReport } from './bench-report.ts'

/** A report as JSON, fields in snake_case. */
export const benchToWire = (report: BenchReport) => ({
  skill: report.skill,
  version: report.version,
  current: report.isCurrent,
  scorer: report.scorer,
  tasks: report.tasks,
  families: report.detectable.families,
  repeats: report.detectable.repeats,
  smallest_effect: report.detectable.gain,
  lines: report.lines.map(lineToWire),
  against: report.against,
  worth: report.judged.worth,
  gain: rounded(report.judged.gain),
  lower: rounded(report.judged.lower),
  p: report.judged.p,
  timed_out: report.judged.timedOut,
  loaded: report.judged.loaded,
  unseen: report.judged.unseen,
  tries: report.tries,
  known: report.known,
  left: report.left,
  recorded: report.recorded,
  differences: report.judged.differences.map(({ difference, ...one }) => ({ ...one, difference: rounded(difference) })),
})

/** A line of a report as JSON. */
export const lineToWire = ({ arm, score, tries, timedOut, loaded, toolCalls, tokens, seconds, left }: ArmLine) => ({
  ...{ arm, score: score === null ? null : rounded(score), tries, timed_out: timedOut, loaded },
  ...{ tool_calls: toolCalls, tokens, seconds: rounded(seconds) },
  ...(left === undefined ? {} : { left }),
})

/** Four digits. */
export const rounded = (value: number): number => Number(value.toFixed(4))

/** A report as JSON, fields in snake_case. */
export const optimiseToWire = ({ detectable, lines, judged, chosen, base, ...report }: OptimiseReport) => ({
  ...report,
  smallest_effect: detectable.gain,
  base: rounded(base),
  chosen: rounded(chosen),
  lines: lines.map(lineToWire),
  ...(judged === undefined
    ? {}
    : { worth: judged.worth, gain: rounded(judged.gain), lower: rounded(judged.lower), p: judged.p }),
})
