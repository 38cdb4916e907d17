import { ALL_GATES } from '../domain/draft/gate-names.ts'
import type { LoopEvent } from '../domain/event.ts'
import type { DraftReceipt } from '../domain/receipt.ts'

/** Results of the turns of a replay, counted by name. */
export class ReplayTally {
  turns = 0
  counted = 0
  readonly refused: Record<string, number> = {}
  readonly refusedDrafts: Record<string, number> = {}
  /** The result for each skill that a streak was drafted into; that of the first streak where there are several. */
  readonly drafted = new Map<string, DraftReceipt['status']>()
  /** Skills that were not drafted because of a person's skill or decision, with the reason. */
  readonly suppressed = new Map<string, string>()

  see(event: LoopEvent): void {
    if (event.kind === 'draft') this.#draft(event.receipt)
    if (event.kind !== 'turn' || event.receipt.status === 'known') return
    const { status, reason } = event.receipt
    this.turns++
    if (status === 'recorded' && reason === undefined) this.counted++
    else
      add(this.refused, status === 'recorded' ? (nameOf(reason) ?? 'other') : status === 'ignored' ? 'no_word' : status)
  }

  #draft({ status, skill, path, reason = '' }: DraftReceipt): void {
    if (path === undefined || status === 'failed') add(this.refusedDrafts, nameOf(reason) ?? status)
    else if (!this.drafted.has(skill) || status === 'quarantined') this.drafted.set(skill, status)
    if (status === 'suppressed') this.suppressed.set(skill, reason)
  }
}

function add(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}

/** The gate or the outcome that a reason begins with. */
function nameOf(reason = ''): string | undefined {
  const [first = ''] = reason.split(':')
  if (ALL_GATES.includes(first)) return first
  return /outcome is unknown/.test(reason) ? 'unknown_outcome' : /turn failed/.test(reason) ? 'failure' : undefined
}
