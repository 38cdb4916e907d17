import type { Sample } from '../../domain/proof/sample.ts'
import type { LedgerEntry, LedgerLine } from '../skill-records.ts'

/** Tries of texts on tasks, and the openings of sealed tasks. */
export interface ProofStore {
  /** The tries of a lineage so far. */
  samples(lineage: string): Promise<readonly KeptSample[]>
  /** Keeps a try; one that is there already stays. */
  keepSample(sample: KeptSample): Promise<void>
  /**
   * Opens the sealed tasks of a lineage by a line in the ledger, once: gives the line of an earlier opening, or undefined where
   * this one was written. Atomic among processes.
   */
  openTest(lineage: string, line: LedgerEntry): Promise<LedgerLine | undefined>
}

export interface KeptSample {
  /** Digest of the skill's name and of the tasks. */
  readonly lineage: string
  /** Digest of the text that was tried; '' for none. */
  readonly text: string
  readonly task: string
  /** From 0. */
  readonly repeat: number
  readonly sample: Sample
  /** Unix ms. */
  readonly at: number
}
