import { type FileHandle, open } from 'node:fs/promises'
import { LineSplitter } from '../domain/line-splitter.ts'
import type { TranscriptFormat } from '../transcript/format.ts'
import { isFields } from '../transcript/reader.ts'
import { ENGINES } from './engines.ts'

/** Bytes and lines at the start of a file that are looked at. */
const MAX_BYTES = 4 * 1024 * 1024
const MAX_LINES = 40

/** The engine that wrote a file, by the shape of its first entries; undefined when it looks like none of them. */
export async function detectEngine(path: string): Promise<string | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    if (!(await file.stat()).isFile()) return undefined
    return await sniff(file, await allFormats())
  } catch {
    return undefined
  } finally {
    await file?.close()
  }
}

type Formats = readonly (readonly [engine: string, format: TranscriptFormat])[]

async function allFormats(): Promise<Formats> {
  const loaded = ENGINES.map(async ({ name, transcript }) => [name, await transcript?.()] as const)
  return (await Promise.all(loaded)).flatMap(([name, format]) => (format === undefined ? [] : [[name, format]]))
}

async function sniff(file: FileHandle, formats: Formats): Promise<string | undefined> {
  const chunk = Buffer.allocUnsafe(64 * 1024)
  const splitter = new LineSplitter({ line: 1, offset: 0 }, MAX_BYTES)
  let offset = 0
  let seen = 0
  let start = ''
  while (offset < MAX_BYTES && seen < MAX_LINES) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, offset)
    if (start === '') start = chunk.subarray(0, bytesRead).toString('utf8')
    const rest = bytesRead === 0 ? splitter.rest() : undefined
    const lines = rest === undefined ? splitter.push(chunk.subarray(0, bytesRead)) : [rest]
    for (const line of lines) {
      if (line.kind !== 'text') continue
      const engine = engineOfLine(line.text, formats)
      if (engine !== undefined) return engine
      if (++seen >= MAX_LINES) break
    }
    if (bytesRead === 0) break
    offset += bytesRead
  }
  return engineOfDocument(start, formats)
}

function engineOfLine(line: string, formats: Formats): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value
    return formats.find(([, format]) => format.isOwnList?.(list) === true)?.[0]
  }
  if (!isFields(value)) return undefined
  const entry = value
  return formats.find(([, format]) => format.isOwn(entry))?.[0]
}

/** A JSON document over many lines, or one very long line, by the keys at its start. */
const engineOfDocument = (start: string, formats: Formats): string | undefined =>
  /^[\uFEFF\s]*[[{]/.test(start) ? formats.find(([, format]) => format.isOwnDocument?.(start) === true)?.[0] : undefined
