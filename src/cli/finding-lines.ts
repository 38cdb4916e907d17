import type { Finding } from '../domain/safety.ts'

/** Findings as text: severity, rule and place on one line, the excerpt below it. */
export const findingLines = (findings: readonly Finding[]): readonly string[] =>
  findings.flatMap(({ severity, file, line, rule, why, excerpt }) => [
    `${severity.padEnd(5)} ${plain(file)}:${line}  ${rule}: ${why}`,
    ...(excerpt === '' ? [] : [`      ${excerpt}`]),
  ])

/** A file name on one line: control, format and line-separating characters become `?`. */
export const plain = (file: string): string => file.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
