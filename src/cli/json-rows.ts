import { readFileSync, statSync } from 'node:fs'
import { WaylandError } from '../domain/errors.ts'
import { type Line, LineSplitter } from '../domain/line-splitter.ts'

/** A row of a file: its value or an error, and its position. */
export type JsonRow = { readonly at: RowPlace } & ({ readonly value: unknown } | { readonly error: string })

/** A line of JSON lines, or an index in a list; both from 1. */
export type RowPlace = { readonly line: number } | { readonly row: number }

/** Largest file of rows, in bytes; real ones have a few megabytes. */
const MAX_BYTES = 64 * 1024 * 1024
/** Bytes within which a list must begin. */
const BEGINNING = 1024

/** The rows of a file that holds one JSON list, one object, or one object a line. Throws where it cannot be read at all. */
export function readJsonRows(path: string): readonly JsonRow[] {
  const bytes = read(path)
  if (/^\s*\[/.test(textOf(bytes.subarray(0, BEGINNING)))) return listOf(bytes, path)
  const splitter = new LineSplitter({ line: 1, offset: 0 }, MAX_BYTES)
  const lines = splitter.push(bytes)
  const rest = splitter.rest()
  const filled = (rest === undefined ? lines : [...lines, rest]).filter(({ kind }) => kind !== 'blank')
  const rows = filled.map(rowOf)
  // One object may span several lines, none of which is then a row.
  const whole = rows.some((row) => 'error' in row) ? parsed(textOf(bytes)) : undefined
  return whole !== undefined && 'value' in whole ? [{ at: { row: 1 }, ...whole }] : rows
}

function read(path: string): Buffer {
  try {
    const { size } = statSync(path)
    if (size > MAX_BYTES) throw new WaylandError('bad_file', `${path} is larger than ${MAX_BYTES} bytes`)
    return readFileSync(path)
  } catch (error) {
    if (error instanceof WaylandError) throw error
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? `nothing is at ${path}` : `${path} cannot be read (${message})`
    throw new WaylandError('not_found', why, { cause: error })
  }
}

const textOf = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\uFEFF/, '')

function listOf(bytes: Buffer, path: string): readonly JsonRow[] {
  const list = parsed(textOf(bytes))
  if ('error' in list) throw new WaylandError('bad_file', `${path} begins a JSON list and is ${list.error}`)
  return (list.value as readonly unknown[]).map((value, i) => ({ at: { row: i + 1 }, value }))
}

function rowOf(line: Line): JsonRow {
  const at = { line: line.at.line }
  if (line.kind !== 'text') return { at, error: 'the line is too long' }
  return { at, ...(line.flaw === undefined ? parsed(line.text) : { error: line.flaw }) }
}

function parsed(text: string): { readonly value: unknown } | { readonly error: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { error: `not JSON: ${(error as Error).message.slice(0, 120)}` }
  }
}
