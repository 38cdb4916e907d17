import type { TurnReceipt } from '../../domain/receipt.ts'
import type { ResumePoint } from '../../transcript/accounted-reader.ts'
import type { TranscriptEvent } from '../../transcript/read-transcript.ts'
import type { TurnOutput } from '../../transcript/reader.ts'

/** Reads transcripts; implemented by the composition root. */
export interface TranscriptSource {
  /** Names of the engines that can be read. */
  readonly engines: readonly string[]
  files(
    engine: string,
    path: string,
  ): AsyncIterable<{ readonly path: string; readonly engine?: string | undefined; readonly size: number }>
  /** `latest`: the upper bound of a turn's time, in Unix ms. */
  read(engine: string, path: string, options: ReadOptions): AsyncIterable<TranscriptEvent>
}

export interface ReadOptions {
  readonly from?: ResumePoint | undefined
  readonly latest: number
}

/** The state of a file's newest turn: whether it has ended, how that is known, and its last words. */
export interface LastTurn extends Pick<TurnOutput, 'ended' | 'told' | 'said'> {
  /** The engine's id of its prompt, and the time of the prompt in Unix ms. */
  readonly promptId?: string | undefined
  readonly began?: number | undefined
}

/** The result of reading one file on after an event. */
export interface Pass {
  readonly receipts: readonly TurnReceipt[]
  /** The turns that were recorded now, and not before. */
  readonly fresh: readonly LastTurn[]
  /** The newest turn, if no later prompt has closed it. */
  readonly open?: LastTurn
  /** Nothing was appended since the last read. */
  readonly unchanged: boolean
  /** Modification time of the file, in Unix ms. */
  readonly changedAt: number
}

/** A turn that was recorded, or known before. */
export interface Taken {
  readonly turn: TurnOutput
  readonly receipt: TurnReceipt
}

export const passOf = (taken: readonly Taken[]): Pick<Pass, 'receipts' | 'fresh'> => ({
  receipts: taken.map(({ receipt }) => receipt),
  fresh: taken.filter(({ receipt }) => receipt.status !== 'known').map(({ turn }) => lastTurn(turn)),
})

export const lastTurn = ({ ended, told, said, turn }: TurnOutput): LastTurn => ({
  ended,
  told,
  said,
  promptId: turn.promptId,
  began: turn.timestamp === undefined ? undefined : new Date(turn.timestamp).getTime(),
})
