import { lineToWire, rounded } from './bench-wire.ts'
import type { OptimiseReport } from './optimise-report.ts'

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
