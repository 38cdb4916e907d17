import type { Task } from '../domain/decision.ts'
import { fingerprint } from '../domain/digest.ts'
import { isWaylandError, WaylandError } from '../domain/errors.ts'
import { type NotUnderstood, putTogether } from '../domain/not-understood.ts'
import type { TurnReceipt } from '../domain/receipt.ts'
import { REST_MS } from '../domain/rest.ts'
import type { SourceStore } from '../store/ports/source-store.ts'
import type { ReadSource } from '../store/read-source.ts'
import type { TranscriptEnd, TranscriptEvent } from '../transcript/read-transcript.ts'
import type { TurnOutput } from '../transcript/reader.ts'
import type { ResumePoint } from '../transcript/resume-point.ts'
import type { Clock } from './clock.ts'
import { createImportBatch, type ImportBatch } from './import-batch.ts'
import { type ImportReport, ImportTally } from './import-tally.ts'
import type { Recorder } from './recorder.ts'

export interface ImportProgress {
  readonly file: string
  readonly bytes: number
  readonly size: number
  readonly turns: number
}

/** How an importer reads: the transcript port, given by the composition root. */
export interface TranscriptSource {
  /** Names of the engines that can be read. */
  readonly engines: readonly string[]
  files(engine: string, path: string): AsyncIterable<{ readonly path: string; readonly engine?: string | undefined }>
  /** `latest`: no turn is of later than this, in ms since 1970. */
  read(engine: string, path: string, options: ReadOptions): AsyncIterable<TranscriptEvent>
}

export interface ReadOptions {
  readonly from?: ResumePoint | undefined
  readonly latest: number
}

/** How the newest turn of a file stands: whether it has come to its end, by whose word, and what was said last. */
export interface LastTurn extends Pick<TurnOutput, 'ended' | 'told' | 'said'> {
  /** The engine's id of its prompt, and when that was made, in ms since 1970. */
  readonly promptId?: string | undefined
  readonly began?: number | undefined
}

/** Turns of one file that was read because something happened in it. */
export interface Pass {
  readonly receipts: readonly TurnReceipt[]
  /** The newest turn, while no later prompt has closed it. */
  readonly open?: LastTurn
  /** Nothing was new since the last read. */
  readonly unchanged: boolean
  /** When the file was last changed, in milliseconds. */
  readonly changedAt: number
}

export interface FollowOptions {
  /** Turns are only kept, until the recorder is asked to count. */
  readonly later?: boolean
}

/** A file or a folder of transcripts. */
export interface ImportPlace {
  /** The engine that wrote them, or `auto`. */
  readonly engine: string
  readonly path: string
}

export interface Importer {
  /**
   * Reads what is new in one file. A last turn, as yet closed by no later prompt, is recorded only where `takes` says so,
   * and else left for the next read. Throws `no_such_file`, and the store's fault when a turn could not be stored.
   */
  follow(engine: string, path: string, takes: (open: LastTurn) => boolean, options?: FollowOptions): Promise<Pass>

  /**
   * Reads transcripts, those named and every one below the folders named, of an engine or of whichever `auto` recognises.
   * What was read before is known and changes nothing. Turns count when all files are read, in the order of their time.
   * Throws `no_such_file`, and `bad_option` for an engine that it cannot read.
   */
  import(
    engine: string,
    path: string | readonly string[],
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportReport>

  /** The same for places of several engines: their turns count in the order of time together. */
  importAll(places: readonly ImportPlace[], onProgress?: (progress: ImportProgress) => void): Promise<ImportReport>

  /** Transcripts of the last month that look like conversations and gave no prompt. */
  notUnderstood(): Promise<readonly NotUnderstood[]>
}

export function createImporter({
  store,
  recorder,
  source,
  clock,
  redact,
}: {
  readonly store: SourceStore
  readonly recorder: Recorder
  readonly source: TranscriptSource
  readonly clock: Clock
  readonly redact: (task: Task) => Task
}): Importer {
  return {
    follow,
    async notUnderstood() {
      const rows = await store.misreadSources(clock.now().getTime() - RECENT_MS)
      return putTogether(rows.flatMap((row) => misreadOf(row.engine, JSON.parse(row.resume) as ResumePoint) ?? []))
    },
    import: (engine, path, onProgress) =>
      importAll(
        (typeof path === 'string' ? [path] : path).map((path) => ({ engine, path })),
        onProgress,
      ),
    importAll,
  }

  async function importAll(
    places: readonly ImportPlace[],
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportReport> {
    const unknown = places.find(({ engine }) => engine !== 'auto' && !source.engines.includes(engine))
    if (unknown !== undefined)
      throw new WaylandError(
        'bad_option',
        `there is no reader for "${unknown.engine}"; there are ${source.engines.join(', ')} and auto`,
      )
    const sum = new ImportTally()
    const batch = createImportBatch({ store, recorder, sum })
    for await (const { path, engine } of filesOf(places)) {
      sum.files++
      if (engine === undefined) {
        sum.skip('unrecognised_file')
        continue
      }
      try {
        await readFile({ path, engine }, sum, batch, onProgress)
      } catch (error) {
        // A store that is gone would fail for every file; a file that cannot be read is one line of the report.
        if (!isWaylandError(error) || error.kind === 'unavailable') throw error
        sum.errors.push({ file: path, error: error.message })
      }
    }
    await batch.keep()
    for await (const { draft } of recorder.count()) sum.draft(draft)
    return sum.report()
  }

  async function* filesOf(places: readonly ImportPlace[]) {
    for (const { engine, path } of places) yield* source.files(engine, path)
  }

  async function follow(
    engine: string,
    path: string,
    takes: (open: LastTurn) => boolean,
    { later = false }: FollowOptions = {},
  ): Promise<Pass> {
    const receipts: TurnReceipt[] = []
    let open: Pass['open']
    let left = false
    for await (const event of source.read(engine, path, await reading(path))) {
      if (event.kind === 'turn') {
        open = event.closed ? undefined : lastTurn(event)
        left = open !== undefined && !takes(open)
        if (!left) receipts.push(stored(await record(event, later)))
      }
      if (event.kind !== 'end') continue
      const resume = left ? readAgain(event.resume) : event.resume
      if (!event.unchanged) await store.saveSources([sourceOf({ path, engine }, resume)])
      return { receipts, ...(open && { open }), unchanged: event.unchanged, changedAt: event.resume.changed }
    }
    return { receipts, unchanged: true, changedAt: 0 }
  }

  /** Records a turn; one that counted since an earlier read, and that the user went back behind, counts no more. */
  async function record({ turn, takenBack }: TurnOutput, later: boolean): Promise<TurnReceipt> {
    const [receipt] = later ? await recorder.keep([turn]) : [await recorder.endOfRun(turn)]
    if (takenBack && receipt?.status === 'known') await recorder.takeBack(receipt.turnId)
    return receipt as TurnReceipt
  }

  async function reading(path: string, waiting?: string): Promise<ReadOptions> {
    const saved = waiting ?? (await store.source(keyOf(path)))
    const latest = clock.now().getTime() + FAST_CLOCK_MS
    return saved === undefined ? { latest } : { from: JSON.parse(saved) as ResumePoint, latest }
  }

  async function readFile(
    file: TranscriptFile,
    sum: ImportTally,
    batch: ImportBatch,
    onProgress?: (progress: ImportProgress) => void,
  ) {
    const options = await reading(file.path, batch.resumeOf(keyOf(file.path)))
    /** Words at the end of the file: whether a call follows them shows when the file rests. */
    let words: TurnOutput | undefined
    for await (const event of source.read(file.engine, file.path, options)) {
      if (event.kind === 'turn' && endsInWords(event)) words = event
      else if (event.kind === 'turn') await batch.turn(event, file.path)
      else if (event.kind === 'skipped') sum.skip(event.reason)
      else if (event.kind === 'error') sum.errors.push({ file: file.path, line: event.line, error: event.message })
      else if (event.kind === 'progress')
        onProgress?.({ file: file.path, bytes: event.bytes, size: event.size, turns: sum.recorded + sum.known })
      else await endFile(file, event, words, sum, batch)
    }
  }

  async function endFile(
    file: TranscriptFile,
    event: TranscriptEnd,
    words: TurnOutput | undefined,
    sum: ImportTally,
    batch: ImportBatch,
  ): Promise<void> {
    sum.lines += event.lines
    sum.see(misreadOf(file.engine, event.resume))
    const left = words !== undefined && isBeingWritten(event.resume, words)
    if (left) sum.leave(Math.ceil(event.resume.changed) + REST_MS)
    else if (words !== undefined) await batch.turn(words, file.path)
    const resume = left ? readAgain(event.resume) : event.resume
    if (!event.unchanged) await batch.end(sourceOf(file, resume), file.path)
  }

  /** A file that is new, and its turn not, is a copy. A time in the future is one of a clock that was ahead, and says nothing. */
  function isBeingWritten({ changed }: ResumePoint, words: TurnOutput): boolean {
    const now = clock.now().getTime()
    const { began = 0 } = lastTurn(words)
    return now >= changed && now - changed < REST_MS && now - began < LONGEST_RUN_MS
  }

  /** What is kept of how far a file was read. */
  function sourceOf({ path, engine }: TranscriptFile, resume: ResumePoint): ReadSource {
    const context = { ...resume.context, ...ids(resume.context) }
    return {
      path: keyOf(path),
      engine,
      resume: JSON.stringify({ ...resume, context }),
      at: clock.now().getTime(),
    }
  }

  /** The name a file is remembered by: its path without secrets, told apart from others that are then the same. */
  function keyOf(path: string): string {
    const { text } = redact({ text: path })
    return text === path ? path : `${text}#${fingerprint(path)}`
  }

  /** The session and folder that a file is gone on with, as its turns were recorded. */
  function ids({ sessionId, projectDir }: ResumePoint['context']): ResumePoint['context'] {
    const { text: _, ...kept } = redact({
      text: '',
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(projectDir === undefined ? {} : { projectDir }),
    })
    return kept
  }
}

const lastTurn = ({ ended, told, said, turn }: TurnOutput): LastTurn => ({
  ended,
  told,
  said,
  promptId: turn.promptId,
  began: turn.timestamp === undefined ? undefined : new Date(turn.timestamp).getTime(),
})

/** No run takes longer, in milliseconds. */
const LONGEST_RUN_MS = 86_400_000

/** Nothing but words says that the turn is over. */
const endsInWords = ({ closed, ended, told }: TurnOutput): boolean => !closed && ended && !told

/** What was left is read again next time, also where nothing is added to the file. */
const readAgain = (resume: ResumePoint): ResumePoint => ({ ...resume, changed: 0 })

/** What a file came to in which no prompt was found. */
function misreadOf(engine: string, { misread, line }: ResumePoint): NotUnderstood | undefined {
  if (misread === undefined) return undefined
  // The next line to be read; a file that is one JSON value has no lines.
  return { engine, version: misread.version ?? null, files: 1, lines: Math.max(misread.lines, line - 1) }
}

const RECENT_MS = 30 * 86_400_000
/** A clock that is this fast is still believed, in milliseconds. */
const FAST_CLOCK_MS = 86_400_000

/** The receipt of a turn that was stored, or that no store would take. */
function stored(receipt: TurnReceipt): TurnReceipt {
  if (receipt.status === 'failed' && receipt.fault !== 'invalid')
    throw new WaylandError('storage_unavailable', receipt.reason ?? 'a turn could not be stored')
  return receipt
}

interface TranscriptFile {
  readonly path: string
  readonly engine: string
}
