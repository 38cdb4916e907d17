import type { Refusal } from './gate.ts'
import { codesIn } from './mentions.ts'
import type { AnchoredEdit } from './prompts/merge.ts'
import type { Claim } from './proposal.ts'
import { saysOnly } from './review-text.ts'

/** Why edits are refused: each names statements of the proposal, and adds nothing else. */
export function editFault(edits: readonly AnchoredEdit[], claims: readonly Claim[]): Refusal | undefined {
  for (const { action, anchor, text, claims: ids } of edits) {
    const named = claims.filter(({ id }) => ids.includes(id))
    const shown = `"${(action === 'delete' ? anchor : text).slice(0, 80)}"`
    // Without a statement, nothing says why a line goes.
    if (named.length === 0) return { rule: 'edits', reason: `an edit names no statement as its reason: ${shown}` }
    const added = action === 'delete' ? '' : addedText(text, action === 'replace' ? anchor : '')
    if (!saysOnly(added, named)) return { rule: 'edits', reason: `an edit says more than its statements: ${shown}` }
    const other = codesIn(added).find((code) => !named.some((claim) => holdsCode(claim, code)))
    if (other !== undefined)
      return { rule: 'edits', reason: `an edit holds a command in another form than its statements: \`${other}\`` }
  }
  return undefined
}

const holdsCode = ({ text, command }: Claim, code: string): boolean =>
  command.trim() === code.trim() || codesIn(text).includes(code)

/**
 * What an edit says, without the numbers of its steps and without the lines of its anchor that it keeps: a step can be put
 * before them.
 */
function addedText(text: string, anchor: string): string {
  const kept = new Set(anchor.split('\n').map(unnumbered))
  return text
    .split('\n')
    .map(unnumbered)
    .filter((line) => !kept.has(line))
    .join('\n')
}

const unnumbered = (line: string): string => line.trim().replace(/^\d{1,3}[.)] /, '')
