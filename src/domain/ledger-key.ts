/** What tells a ledger line from all others, in whichever database or file it lies. */
export const ledgerKey = ({ at, skillId, move, versionId, toStatus }: LedgerLine): string =>
  [at, skillId, move, versionId, toStatus].join('/')

interface LedgerLine {
  readonly at: number
  readonly skillId: string | null
  readonly move: string
  readonly versionId: string | null
  readonly toStatus: string | null
}
