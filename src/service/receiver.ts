import { WaylandError } from '../domain/errors.ts'
import { markOfWords } from '../domain/mark.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import type { HookEvent, RunEnded } from '../transcript/hook-event.ts'
import type { SessionFile } from '../transcript/session-file.ts'
import type { Clock } from './clock.ts'
import type { Importer, LastTurn, Pass } from './importer.ts'

export interface ReceiveOptions {
  /** Where the engine keeps its sessions; default: by this process's own environment. */
  readonly folders?: readonly string[]
  /** Take the transcript as it is, also where the engine has not written the end of the turn. */
  readonly asItIs?: boolean
  /** No turn need have ended just now: take the newest one only where the engine's record itself says that it has. */
  readonly onlyTold?: boolean
  /** When the event came, in ms since 1970; default: now. It tells nothing of a turn that began later. */
  readonly at?: number
  /** Turns are only kept: they count, and are drafted from, when the loop is asked to `count`. */
  readonly later?: boolean
}

export interface Receiver {
  /**
   * Takes in the payload of an engine's hook: the end of a turn or of a session has its transcript read on from where it
   * was left. Nothing for other events. Throws `transcript_behind` while the end is not written yet, and `bad_transcript`
   * for a file that is not to be read.
   */
  receive(engine: string, payload: unknown, options?: ReceiveOptions): Promise<readonly TurnReceipt[]>
}

/** How a receiver understands payloads and finds transcripts: the port, given by the composition root. */
export interface HookSource {
  read(engine: string, payload: unknown): HookEvent | undefined
  locate(engine: string, event: HookEvent, folders: readonly string[]): Promise<SessionFile>
}

/** A file that nothing was added to for this long has all that its engine had to write, in milliseconds. */
const SETTLED_MS = 2_000

export function createReceiver({
  importer,
  hooks,
  clock,
  folders,
}: {
  readonly importer: Importer
  readonly hooks: HookSource
  readonly clock: Clock
  readonly folders: Readonly<Record<string, readonly string[]>>
}): Receiver {
  return {
    async receive(
      engine,
      payload,
      { folders: given, asItIs = false, onlyTold = false, at = clock.now().getTime(), later = false } = {},
    ) {
      const event = hooks.read(engine, payload)
      if (event === undefined || event.kind === 'prompt_submitted') return []
      const found = await hooks.locate(engine, event, given ?? folders[engine] ?? [])
      if ('refused' in found) throw new WaylandError('bad_transcript', found.refused)
      if ('missing' in found) throw new WaylandError('transcript_behind', found.missing)
      const waits = event.kind === 'turn_ended' && !asItIs
      const ends = (open: LastTurn) => (open.told || !onlyTold) && isEnd(open, event)
      const takes = (open: LastTurn) => (waits ? ends(open) : open.told || !began(open, event, at))
      const pass = await importer.follow(engine, found.path, takes, { later })
      if (waits && !isWritten(pass, ends))
        throw new WaylandError('transcript_behind', `the end of the turn is not in ${found.path} yet`)
      return pass.receipts
    },
  }

  /** Whether the end that the event tells of is in what was read. */
  function isWritten({ open, unchanged, changedAt }: Pass, ends: (open: LastTurn) => boolean): boolean {
    // The next prompt is there already, or another reader came first.
    if (open === undefined) return !unchanged || clock.now().getTime() - changedAt >= SETTLED_MS
    return ends(open)
  }
}

/** Whether a turn began after the event, which then tells nothing of it. */
const began = (open: LastTurn, { promptId }: RunEnded, at: number): boolean =>
  open.promptId !== promptId && open.began !== undefined && open.began > at

/** Whether a turn stands as the event says that it ended: with these last words, not with some that came before them. */
const isEnd = ({ ended, said }: LastTurn, { lastWords }: RunEnded): boolean =>
  ended && (lastWords === undefined || said === undefined || markOfWords(said) === lastWords)
