import { WaylandError } from '../../domain/errors.ts'
import { markOfWords } from '../../domain/mark.ts'
import type { TurnReceipt } from '../../domain/receipt.ts'
import type { HookEvent, RunEnded } from '../../transcript/hook-event.ts'
import type { SessionFile } from '../../transcript/session-file.ts'
import type { Core } from '../core.ts'
import type { Importer } from './importer.ts'
import type { LastTurn, Pass } from './transcript-source.ts'

export interface ReceiveOptions {
  /** Where the engine keeps its sessions; default: found from this process's environment. */
  readonly folders?: readonly string[]
  /** Take the newest turn even if the engine has not written its end yet. */
  readonly asItIs?: boolean
  /** Take the newest turn only if the engine's record itself says that it has ended. */
  readonly onlyTold?: boolean
  /** When the event came, in Unix ms; default: now. Turns that began later are not affected. */
  readonly at?: number
  /** Turns are stored only; they count, and can complete a streak, when the loop's `count` is called. */
  readonly later?: boolean
}

export interface Receiver {
  /**
   * Handles the payload of an engine's hook: at the end of a turn or session it reads the transcript on from the last
   * position. Other events do nothing. Throws `transcript_behind` while the end is not written yet, and
   * `bad_transcript` for a path outside the engine's folders.
   */
  receive(engine: string, payload: unknown, options?: ReceiveOptions): Promise<readonly TurnReceipt[]>
}

/** Parses hook payloads and finds transcripts; implemented by the composition root. */
export interface HookSource {
  read(engine: string, payload: unknown): HookEvent | undefined
  locate(engine: string, event: HookEvent, folders: readonly string[]): Promise<SessionFile>
}

/** A file that is unchanged for this long, in ms, is complete: the engine writes no more for the event. */
const SETTLED_MS = 2_000

export function createReceiver(
  parts: Core<'clock'> & {
    readonly importer: Importer
    readonly hooks: HookSource
    readonly folders: Readonly<Record<string, readonly string[]>>
  },
): Receiver {
  const { importer, hooks, clock, folders } = parts
  const read = readEnds()
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
      const isTurn = event.kind === 'turn_ended'
      const ends = (open: LastTurn) => (open.told || !onlyTold) && isEnd(open, event)
      // At the end of a session its last lines may not be written yet, such as an error that ended it.
      const isCut = (open: LastTurn) => !asItIs && !open.ended && !open.told
      const isOver = (open: LastTurn) => open.told || !(began(open, event, at) || isCut(open))
      const pass = await importer.follow(engine, found.path, isTurn && !asItIs ? ends : isOver, { later })
      for (const { said, promptId } of pass.fresh)
        if (said !== undefined) read.add(found.path, { lastWords: markOfWords(said), promptId })
      // A turn may have been read for another event of its session, which then comes after it.
      const isRead = event.lastWords !== undefined && read.take(found.path, event)
      const { open } = pass
      const isBehind = isTurn
        ? !asItIs && !isRead && !isWritten(pass, ends)
        : open !== undefined && !began(open, event, at) && isCut(open)
      if (isBehind) throw new WaylandError('transcript_behind', `the end of the turn is not in ${found.path} yet`)
      return pass.receipts
    },
  }

  /** Whether the end of the turn that the event reports has been read from the file. */
  function isWritten({ open, unchanged, changedAt }: Pass, ends: (open: LastTurn) => boolean): boolean {
    // The next prompt closed the turn already, or another process has read it.
    if (open === undefined) return !unchanged || clock.now().getTime() - changedAt >= SETTLED_MS
    return ends(open)
  }
}

/** Whether a turn began before the event; the event says nothing about later ones. */
const began = (open: LastTurn, { promptId }: RunEnded, at: number): boolean =>
  open.promptId !== promptId && open.began !== undefined && open.began > at

/** Whether the turn has ended with the event's last words (and not with earlier text of the same turn). */
const isEnd = ({ ended, said }: LastTurn, { lastWords }: RunEnded): boolean =>
  ended && (lastWords === undefined || said === undefined || markOfWords(said) === lastWords)

/** Files remembered, and ends of each: those of a session whose events wait in the spool. */
const MAX_FILES = 128
const MAX_ENDS = 32

/** What tells an end of a turn from the others of its file. */
interface End {
  /** The mark of its last words. */
  readonly lastWords?: string | undefined
  readonly promptId?: string | undefined
}

/** The ends of turns that were read before their event was handled. */
function readEnds() {
  const files = new Map<string, End[]>()
  return {
    add(path: string, end: End): void {
      const ends = files.get(path) ?? []
      files.delete(path)
      files.set(path, [...ends, end].slice(-MAX_ENDS))
      const [oldest] = files.keys()
      if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest)
    },
    /**
     * Whether the end was read, which is forgotten with it: a later event with the same words needs an end of its own. One
     * event may have stood for several, whose ends are left; they are of other prompts.
     */
    take(path: string, { lastWords, promptId }: End): boolean {
      const ends = files.get(path) ?? []
      const isIt = (one: End) => one.promptId === undefined || promptId === undefined || one.promptId === promptId
      const at = ends.findIndex((one) => one.lastWords === lastWords && isIt(one))
      if (at < 0) return false
      ends.splice(at, 1)
      if (ends.length === 0) files.delete(path)
      return true
    },
  }
}
