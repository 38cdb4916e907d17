/** The unique key of a ledger line, the same in every database and file that holds the line. */
export const ledgerKey = ({ at, skillId, move, versionId, toStatus }: LedgerLine): string =>
  [at, skillId, move, versionId, toStatus].join('/')

interface LedgerLine {
  readonly at: number
  readonly skillId: string | null
  readonly move: string
  readonly versionId: string | null
  readonly toStatus: string | null
}
