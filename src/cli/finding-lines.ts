import type { Finding } from '../domain/safety.ts'

/** Findings as lines: what is how grave and where, and below it the text that was found. */
export const findingLines = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ severity, file, line, rule, why, excerpt }) => [
    `${severity.padEnd(5)} ${file}:${line}  ${rule}: ${why}`,
    `      ${excerpt}`,
  ])
