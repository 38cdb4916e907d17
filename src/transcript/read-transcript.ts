import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { WaylandError } from '../domain/errors.ts'
import { type Line, LineSplitter } from '../domain/line-splitter.ts'
import { AccountedReader, type ResumePoint, type StreamOptions } from './accounted-reader.ts'
import type { Position, ReaderContext, ReaderOutput, TranscriptReader } from './reader.ts'

export type { ResumePoint, StreamOptions } from './accounted-reader.ts'

/** What reading a file yields: the reader's outputs, progress after every chunk, and one `end`. */
export type TranscriptEvent =
  | ReaderOutput
  | { readonly kind: 'progress'; readonly bytes: number; readonly size: number; readonly lines: number }
  | TranscriptEnd

export interface TranscriptEnd {
  readonly kind: 'end'
  readonly lines: number
  readonly bytes: number
  /** Lines with invalid UTF-8 (replaced) and NUL bytes (dropped). */
  readonly invalidUtf8: number
  readonly nulBytes: number
  /** The file shrank or was replaced since the resume point, and was read from its start. */
  readonly restarted: boolean
  /** Nothing changed since the resume point; nothing was read. */
  readonly unchanged: boolean
  readonly resume: ResumePoint
}

/** Longest line that is read, in bytes, unless told otherwise. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024

/**
 * Streams a transcript through a reader in flat memory. A last line without its line end is used when it is whole JSON,
 * and otherwise left for the next read. Throws `not_found` when the file cannot be read.
 */
export async function* streamTranscript(
  path: string,
  createReader: (context: ReaderContext) => TranscriptReader,
  options: StreamOptions = {},
): AsyncGenerator<TranscriptEvent, void, undefined> {
  const { file, size, mtimeMs } = await opened(path)
  try {
    const before = readable(options)
    const from = before !== undefined && (await isSameFile(new Pieces(file, SAMPLE), before, size)) ? before : undefined
    if (from?.size === size && from.changed === mtimeMs) {
      yield { kind: 'end', ...EMPTY_PASS, bytes: 0, unchanged: true, resume: from }
      return
    }
    const start: Position = from ?? { line: 1, offset: 0 }
    const splitter = new LineSplitter(start, options.maxLineBytes ?? MAX_LINE_BYTES)
    const pieces = new Pieces(file, options.chunkBytes ?? CHUNK)
    // The first piece of the file contains its head.
    if (start.offset === 0) await pieces.from(0, size)
    const head = (await pieces.bytes(0, Math.min(HEAD, size))).toString('utf8')
    const reader = new AccountedReader(createReader(from?.context ?? {}), head, { ...options, from })
    let offset = start.offset
    let lines = 0
    while (offset < size) {
      const chunk = await pieces.from(offset, size)
      if (chunk.length === 0) break
      offset += chunk.length
      for (const line of splitter.push(chunk)) {
        lines++
        yield* outputsOf(line, reader)
      }
      yield { kind: 'progress', bytes: offset, size, lines }
    }
    // The rest is a last line without its line end: whole, or half-written.
    const unread = splitter.position
    const rest = splitter.rest()
    const used = rest !== undefined && (reader.inDocument() || isWhole(rest))
    if (rest !== undefined) {
      lines++
      if (used) yield* outputsOf(rest, reader)
      else yield { kind: 'skipped', reason: 'half_written', line: rest.at.line }
    }
    const context = reader.context()
    const next = reader.openAt() ?? (used ? { line: unread.line, offset } : unread)
    yield* reader.end()
    const resume = await resumePoint(pieces, next, {
      size: offset,
      changed: mtimeMs,
      context,
      ...reader.account(next.offset),
    })
    const { invalidUtf8, nulBytes } = splitter
    const restarted = options.from !== undefined && from === undefined
    const bytes = offset - start.offset
    yield { kind: 'end', lines, bytes, invalidUtf8, nulBytes, restarted, unchanged: false, resume }
  } finally {
    await file.close()
  }
}

/** The point to go on from, unless another version of the reader found no prompt before it. */
function readable({ from, version }: StreamOptions): ResumePoint | undefined {
  return from?.found === true || from?.reader === version ? from : undefined
}

/** Reads a file piece by piece and answers from the last piece where it can: a small file takes one call. */
class Pieces {
  readonly #file: FileHandle
  readonly #piece: Buffer
  #start = 0
  #length = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.#piece = Buffer.allocUnsafe(size)
  }

  /** The bytes from here on, up to `end`; none where the file ends. They hold until the next call. */
  async from(offset: number, end: number): Promise<Buffer> {
    const at = offset - this.#start
    if (at >= 0 && at < this.#length) return this.#piece.subarray(at, Math.min(this.#length, end - this.#start))
    const { bytesRead } = await this.#file.read(this.#piece, 0, Math.min(this.#piece.length, end - offset), offset)
    this.#start = offset
    this.#length = bytesRead
    return this.#piece.subarray(0, bytesRead)
  }

  /** `length` bytes from `offset`, fewer where the file ends. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const at = offset - this.#start
    if (this.#length > 0 && at >= 0 && at + length <= this.#length) return this.#piece.subarray(at, at + length)
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
}

/** Bytes at the start of a file in which its first time is looked for. */
const HEAD = 64 * 1024
const CHUNK = 256 * 1024
const EMPTY_PASS = { lines: 0, invalidUtf8: 0, nulBytes: 0, restarted: false } as const

async function opened(path: string) {
  try {
    const file = await open(path, 'r')
    const stats = await file.stat()
    if (stats.isFile()) return { file, size: stats.size, mtimeMs: stats.mtimeMs }
    await file.close()
  } catch (error) {
    throw new WaylandError('not_found', `Cannot read ${path}: ${(error as Error).message}`, { cause: error })
  }
  throw new WaylandError('not_found', `${path} is not a regular file`)
}

function outputsOf(line: Line, reader: TranscriptReader): readonly ReaderOutput[] {
  if (line.kind === 'text') return reader.push(line.text, line.at)
  return [{ kind: 'skipped', reason: line.kind, line: line.at.line }]
}

function isWhole(line: Line): boolean {
  if (line.kind !== 'text') return false
  try {
    JSON.parse(line.text)
    return true
  } catch {
    return false
  }
}

/** Bytes at each end of what was read that must still be the same. */
const SAMPLE = 4096

async function isSameFile(file: Pieces, point: ResumePoint, size: number): Promise<boolean> {
  if (size < point.size || size < point.offset) return false
  const [head, tail] = await digests(file, point.offset, point.size)
  return head === point.head && tail === point.tail
}

async function resumePoint(
  file: Pieces,
  at: Position,
  seen: Omit<ResumePoint, keyof Position | 'head' | 'tail'>,
): Promise<ResumePoint> {
  const [head, tail] = await digests(file, at.offset, seen.size)
  return { line: at.line, offset: at.offset, ...seen, head, tail }
}

/** Digests of the bytes at the file's start and of those before the offset. */
async function digests(file: Pieces, offset: number, size: number): Promise<readonly [string, string]> {
  return [
    await digest(file, 0, Math.min(SAMPLE, size)),
    await digest(file, Math.max(0, offset - SAMPLE), Math.min(SAMPLE, offset)),
  ]
}

async function digest(file: Pieces, from: number, length: number): Promise<string> {
  const bytes = await file.bytes(from, length)
  return createHash('sha256').update(bytes).digest('hex').slice(0, 32)
}
