import { scanSkill } from './samples.ts'

/** What a look at ordinary texts costs, beside the same texts split into lines and tried on a short list of patterns. */
export interface Speed {
  readonly megabytes: string
  /** Processor time, the fastest of the rounds. */
  readonly scanMs: string
  readonly linesMs: string
  readonly times: string
  readonly megabytesPerSecond: string
}

const ROUNDS = 3

/** Rounds of both take turns, so that a busy machine slows both; the fastest of each is compared. */
export function speedOf(texts: readonly string[], byLines: (text: string) => unknown): Speed {
  const rounds = Array.from({ length: ROUNDS }, () => ({
    scan: cost(() => texts.forEach(scanSkill)),
    lines: cost(() => texts.forEach(byLines)),
  }))
  const scan = Math.min(...rounds.map((round) => round.scan))
  const lines = Math.min(...rounds.map((round) => round.lines))
  const megabytes = texts.reduce((sum, text) => sum + text.length, 0) / 1e6
  return {
    megabytes: megabytes.toFixed(2),
    scanMs: scan.toFixed(0),
    linesMs: lines.toFixed(0),
    times: (scan / lines).toFixed(1),
    megabytesPerSecond: (megabytes / (scan / 1000)).toFixed(2),
  }
}

/** Processor time of a run, in milliseconds: neighbours do not count. */
function cost(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
