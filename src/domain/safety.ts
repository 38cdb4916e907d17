import { remembered } from './remembered.ts'
import { byGravity, type Finding } from './safety/rule.ts'
import { MAX_FINDINGS, scanText } from './safety/scan-text.ts'
import { textsOf } from './safety/texts-of.ts'
import { type IsLate, lateFinding } from './safety/time-limit.ts'
import type { TurnTrajectory } from './turn.ts'

export type { Finding, Severity } from './safety/rule.ts'
export { gravest } from './safety/rule.ts'
export { scanFiles } from './safety/scan-files.ts'
export { scanText } from './safety/scan-text.ts'

/**
 * Scans a turn: the request, the inputs and errors of tools. The file of a finding is a place such as `turn:userInput`.
 * Errors are not drafted, so they warn at most: the program that wrote one must not be able to quarantine a skill.
 */
export function scanTurn(turn: TurnTrajectory, isLate: IsLate = () => false): readonly Finding[] {
  const findings = [...scanPart(turn.userInput, 'turn:userInput', isLate)]
  for (const [i, call] of (turn.toolCalls ?? []).entries()) {
    const file = `turn:toolCalls[${i}]`
    findings.push(...scanPart(textsOf(call.input).join('\n'), file, isLate))
    if (call.error !== undefined)
      findings.push(
        ...scanPart(call.error, `${file}.error`, isLate).map(
          (finding): Finding => (finding.severity === 'block' ? { ...finding, severity: 'warn' } : finding),
        ),
      )
  }
  return findings.toSorted(byGravity).slice(0, MAX_FINDINGS)
}

/** Short texts are scanned to their end, in a few milliseconds, and once: runs repeat their commands. */
function scanPart(text: string, file: string, isLate: IsLate): readonly Finding[] {
  if (text.length > SHORT) return scanText(text, { file, isLate })
  return isLate() ? [lateFinding(file)] : findingsOf(text).map((finding) => ({ ...finding, file }))
}

const SHORT = 4_096
const findingsOf = remembered((text: string) => scanText(text, { file: 'turn' }), { longest: SHORT })
