import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Finding } from '../domain/safety.ts'

/** Bytes that are read of a file; the scanner reports that a larger one was not read whole. */
const MAX_BYTES = 4 * 1024 * 1024

/** Files of a folder that were read, and findings for those that could not be. */
export interface ReadFiles {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly findings: readonly Finding[]
}

/**
 * Every file below a folder by its path in it, or the one file; a link by its path and `/`, its bytes the target's name,
 * never followed. What cannot be read is a finding and does not end the reading.
 */
export function readSkillFiles(path: string): ReadFiles {
  const read = { files: new Map<string, Uint8Array>(), findings: [] as Finding[] }
  const info = lstatSync(path, { throwIfNoEntry: false })
  if (info?.isFile() === true) readInto(read, path, basename(path))
  else if (info !== undefined) walk(path, '', read)
  return read
}

type Reading = { readonly files: Map<string, Uint8Array>; readonly findings: Finding[] }

const finding = (rule: string, file: string, why: string): Finding => ({
  rule,
  severity: 'warn',
  file,
  line: 1,
  excerpt: '',
  why,
})

function walk(folder: string, prefix: string, read: Reading): void {
  for (const entry of entriesOf(join(folder, prefix), prefix, read)) {
    const inner = prefix === '' ? entry.name : `${prefix}/${entry.name}`
    if (entry.isDirectory()) walk(folder, inner, read)
    else if (entry.isFile()) readInto(read, join(folder, inner), inner)
    else if (entry.isSymbolicLink()) link(folder, inner, read)
    else read.findings.push(finding('unread', inner, 'neither a file, a folder nor a link'))
  }
}

function entriesOf(path: string, inner: string, { findings }: Reading) {
  try {
    return readdirSync(path, { withFileTypes: true })
  } catch (error) {
    findings.push(finding('unread', inner === '' ? '.' : inner, `a folder that cannot be listed (${codeOf(error)})`))
    return []
  }
}

function link(folder: string, inner: string, { files, findings }: Reading): void {
  try {
    const target = readlinkSync(join(folder, inner))
    files.set(`${inner}/`, Buffer.from(target))
  } catch (error) {
    findings.push(finding('unread', inner, `a link that cannot be read (${codeOf(error)})`))
  }
}

/** Reads no more bytes than are scanned, so that a file of gigabytes costs no more than a long one. */
function readInto({ files, findings }: Reading, path: string, inner: string): void {
  try {
    // It may have become a link or a pipe since it was listed.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    try {
      const bytes = Buffer.alloc(Math.min(fstatSync(file).size, MAX_BYTES))
      let length = 0
      for (let got = -1; got !== 0 && length < bytes.length; length += got)
        got = readSync(file, bytes, length, bytes.length - length, null)
      files.set(inner, bytes.subarray(0, length))
      if (fstatSync(file).size > MAX_BYTES) findings.push(finding('unread', inner, 'too long to be read whole'))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    findings.push(finding('unread', inner, `a file that cannot be read (${codeOf(error)})`))
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? String(error)
