import type { Task } from '../../domain/decision.ts'
import { isWaylandError, WaylandError } from '../../domain/errors.ts'
import { type NotUnderstood, putTogether } from '../../domain/not-understood.ts'
import type { TurnReceipt } from '../../domain/receipt.ts'
import { REST_MS } from '../../domain/rest.ts'
import type { ResumePoint } from '../../transcript/accounted-reader.ts'
import type { TranscriptEnd } from '../../transcript/read-transcript.ts'
import type { TurnOutput } from '../../transcript/reader.ts'
import type { Core } from '../core.ts'
import { createImportSource, type TranscriptFile } from './import-source.ts'
import { createImportBatch, type ImportBatch, type ImportReport, ImportTally } from './import-tally.ts'
import type { Recorder } from './recorder.ts'
import type { ReadOptions, TranscriptSource } from './transcript-source.ts'
import { type LastTurn, lastTurn, type Pass, passOf, type Taken } from './transcript-source.ts'

/** How far an import is: what was read of all files, then what was learned of the turns that are new. */
export type ImportProgress =
  | { readonly file: string; readonly bytes: number; readonly size: number; readonly turns: number }
  | { readonly counted: number; readonly of: number }

export interface FollowOptions {
  /** Turns are stored only, and counted when the recorder's `count` is called. */
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
   * Reads one file on from the last position. A last turn that no later prompt has closed is recorded only if `takes`
   * says so, and else left for the next read. Throws `not_found`, and the store's fault when a turn could not be
   * stored.
   */
  follow(engine: string, path: string, takes: (open: LastTurn) => boolean, options?: FollowOptions): Promise<Pass>

  /**
   * Reads transcripts: the files named and all files below the folders named, of one engine or, with `auto`, of the
   * engine recognised. Turns read before are known and change nothing. Turns count after all files are read, in the
   * order of time. Throws `not_found`, and `bad_option` for an unknown engine.
   */
  import(
    engine: string,
    path: string | readonly string[],
    onProgress?: (progress: ImportProgress) => void,
  ): Promise<ImportReport>

  /** `import` for places of several engines: their turns count together, in the order of time. */
  importAll(places: readonly ImportPlace[], onProgress?: (progress: ImportProgress) => void): Promise<ImportReport>

  /** Transcripts of the last month that look like conversations and gave no prompt. */
  notUnderstood(): Promise<readonly NotUnderstood[]>
}

export function createImporter(
  parts: Core<'store' | 'clock'> & {
    readonly recorder: Recorder
    readonly source: TranscriptSource
    readonly redact: (task: Task) => Task
  },
): Importer {
  const { store, recorder, source, clock } = parts
  const { keyOf, sourceOf, isBeingWritten } = createImportSource(parts)
  const readFile = fileReading({ source, keyOf, sourceOf, isBeingWritten, reading })
  return {
    follow,
    async notUnderstood() {
      const rows = await store.misreadSources(clock.now().getTime() - RECENT_MS)
      return putTogether(rows.flatMap((row) => misreadOf(row.engine, JSON.parse(row.resume) as ResumePoint) ?? []))
    },
    import: (engine, path, onProgress) =>
      importAll(
        [path].flat().map((path) => ({ engine, path })),
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
    const batch = createImportBatch(store, recorder, sum)
    const files = []
    for await (const file of filesOf(places)) files.push(file)
    const total = files.reduce((bytes, { size }) => bytes + size, 0)
    let before = 0
    for (const { path, engine, size } of files) {
      sum.files++
      const done = before
      before += size
      if (engine === undefined) {
        sum.skip('unrecognised_file')
        continue
      }
      try {
        await readFile({ path, engine }, sum, batch, (read) =>
          onProgress?.({ file: path, bytes: done + read, size: total, turns: sum.recorded + sum.known }),
        )
      } catch (error) {
        // An unavailable store would fail for every file; an unreadable file is one line of the report.
        if (!isWaylandError(error) || error.kind === 'unavailable') throw error
        sum.errors.push({ file: path, error: error.message })
      }
    }
    await batch.keep()
    const onCounted = (counted: number) => onProgress?.({ counted, of: sum.recorded })
    for await (const { draft } of recorder.count({ onCounted })) sum.draft(draft)
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
    const taken: Taken[] = []
    const read: TurnOutput[] = []
    const keep = async () => void taken.push(...(await recorded(read.splice(0), later)))
    let open: Pass['open']
    let left = false
    for await (const event of source.read(engine, path, await reading(path))) {
      if (event.kind === 'turn') {
        open = event.closed ? undefined : lastTurn(event)
        left = open !== undefined && !takes(open)
        if (!left && read.push(event) >= KEPT_AT_ONCE) await keep()
      }
      if (event.kind !== 'end') continue
      await keep()
      const resume = left ? readAgain(event.resume) : event.resume
      if (!event.unchanged) await store.saveSources([sourceOf({ path, engine }, resume)])
      return { ...passOf(taken), ...(open && { open }), unchanged: event.unchanged, changedAt: event.resume.changed }
    }
    await keep()
    return { ...passOf(taken), unchanged: true, changedAt: 0 }
  }

  /** Records turns of a file in their order. */
  async function recorded(turns: readonly TurnOutput[], later: boolean): Promise<readonly Taken[]> {
    const kept = later && turns.length > 0 ? await recorder.keep(turns.map(({ turn }) => turn)) : []
    const taken: Taken[] = []
    for (const [at, turn] of turns.entries()) {
      const receipt = stored(kept[at] ?? (await recorder.endOfRun(turn.turn)))
      // It counted in an earlier read, and the user has rewound the session past it since.
      if (turn.takenBack && receipt.status === 'known') await recorder.takeBack(receipt.turnId)
      taken.push({ turn, receipt })
    }
    return taken
  }

  async function reading(path: string, waiting?: string): Promise<ReadOptions> {
    const saved = waiting ?? (await store.source(keyOf(path)))
    const latest = clock.now().getTime() + FAST_CLOCK_MS
    return saved === undefined ? { latest } : { from: JSON.parse(saved) as ResumePoint, latest }
  }
}

function fileReading({
  source,
  keyOf,
  sourceOf,
  isBeingWritten,
  reading,
}: ReturnType<typeof createImportSource> & {
  readonly source: TranscriptSource
  readonly reading: (path: string, waiting?: string) => Promise<ReadOptions>
}) {
  async function readFile(file: TranscriptFile, sum: ImportTally, batch: ImportBatch, onRead: (bytes: number) => void) {
    const options = await reading(file.path, batch.resumeOf(keyOf(file.path)))
    /** A turn at the end of the file that ends in text: a tool call may follow unless the file stays unchanged. */
    let words: TurnOutput | undefined
    for await (const event of source.read(file.engine, file.path, options)) {
      if (event.kind === 'turn') words = await take(event, words, file.path, batch)
      else if (event.kind === 'skipped') sum.skip(event.reason)
      else if (event.kind === 'error') sum.errors.push({ file: file.path, line: event.line, error: event.message })
      else if (event.kind === 'progress') onRead(event.bytes)
      else await endFile(file, event, words, sum, batch)
    }
  }

  /** Records a turn, and `before`, whose conversation another one follows; returns a turn of which the file's end decides. */
  async function take(event: TurnOutput, before: TurnOutput | undefined, path: string, batch: ImportBatch) {
    if (before !== undefined) await batch.turn(before, path)
    if (endsInWords(event)) return event
    await batch.turn(event, path)
    return undefined
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

  return readFile
}

/** Whether only a final text suggests that the turn is over. */
const endsInWords = ({ closed, ended, told }: TurnOutput): boolean => !closed && ended && !told

/** With a modification time of 0 the file is read again next time even if nothing is appended. */
const readAgain = (resume: ResumePoint): ResumePoint => ({ ...resume, changed: 0 })

/** The report on a file in which no prompt was found. */
function misreadOf(engine: string, { misread, line }: ResumePoint): NotUnderstood | undefined {
  if (misread === undefined) return undefined
  // `line` is the next line to read; a file that is one JSON value has no lines.
  return { engine, version: misread.version ?? null, files: 1, lines: Math.max(misread.lines, line - 1) }
}

const RECENT_MS = 30 * 86_400_000
/** Turns of a file that are stored in one transaction: an event that was late finds several. */
const KEPT_AT_ONCE = 32
/** Tolerance for a clock that is ahead, in ms. */
const FAST_CLOCK_MS = 86_400_000

/** Returns the receipt of a stored turn; throws if the store refused it. */
function stored(receipt: TurnReceipt): TurnReceipt {
  if (receipt.status === 'failed' && receipt.fault !== 'invalid')
    throw new WaylandError('storage_unavailable', receipt.reason ?? 'a turn could not be stored')
  return receipt
}
