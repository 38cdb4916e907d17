import { type Finding, SEVERITIES } from './safety/finding.ts'
import { MAX_FINDINGS, scanText } from './safety/scan-text.ts'
import type { IsLate } from './safety/time-limit.ts'
import type { TurnTrajectory } from './turn.ts'

export type { Finding } from './safety/finding.ts'
export { gravest } from './safety/finding.ts'
export type { Severity } from './safety/rule.ts'
export { scanFiles } from './safety/scan-files.ts'
export { scanText } from './safety/scan-text.ts'

/**
 * Scans a turn: the request, the inputs and errors of tools. The file of a finding is a place such as `turn:userInput`.
 * Errors are not drafted, so they warn at most: the program that wrote one must not be able to quarantine a skill.
 */
export function scanTurn(turn: TurnTrajectory, isLate: IsLate = () => false): readonly Finding[] {
  const findings = [...scanText(turn.userInput, { file: 'turn:userInput', isLate })]
  for (const [i, call] of (turn.toolCalls ?? []).entries()) {
    const file = `turn:toolCalls[${i}]`
    const texts: string[] = []
    collect(call.input, texts, 0)
    findings.push(...scanText(texts.join('\n'), { file, isLate }))
    if (call.error !== undefined)
      findings.push(
        ...scanText(call.error, { file: `${file}.error`, isLate }).map(
          (finding): Finding => (finding.severity === 'block' ? { ...finding, severity: 'warn' } : finding),
        ),
      )
  }
  // Sorted by severity, so that many minor findings do not displace a grave one.
  return findings
    .toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    .slice(0, MAX_FINDINGS)
}

function collect(value: unknown, texts: string[], depth: number): void {
  if (typeof value === 'string') texts.push(value)
  else if (typeof value === 'object' && value !== null && depth < 16)
    for (const [key, item] of Object.entries(value)) {
      if (key.length > 24) texts.push(key)
      collect(item, texts, depth + 1)
    }
}
