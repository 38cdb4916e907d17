import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { type Fields, isFields } from '../transcript/reader.ts'
import type { Reader } from './forward.ts'

/** Bytes of one answer that are kept for reading; a longer one is not read. */
export const MAX_READ = 8 * 1024 * 1024

/** Keeps an answer as it passes by, and gives its bytes at its end; nothing where it was longer than can be read. */
export function collecting(done: (bytes: Buffer, isWhole: boolean) => void): Reader {
  let chunks: Buffer[] = []
  let size = 0
  return {
    chunk(bytes) {
      size += bytes.length
      if (size > MAX_READ) chunks = []
      else chunks.push(bytes)
    },
    end(isWhole) {
      if (size <= MAX_READ) done(Buffer.concat(chunks), isWhole)
      chunks = []
    },
  }
}

/** The events of a stream, or one whole JSON value; what cannot be read is left out. */
export async function eventsIn(bytes: Buffer, encoding: string | undefined): Promise<readonly Fields[]> {
  const text = (await plain(bytes, encoding)).toString('utf8').replace(/^\uFEFF/, '')
  if (/^\s*[{[]/.test(text)) return jsonIn(text)
  // Each event of these APIs has one line of data.
  return text
    .split(/\r\n|\n|\r/)
    .flatMap((line) => (line.startsWith('data:') ? jsonIn(line.slice('data:'.length)) : []))
}

function jsonIn(text: string): readonly Fields[] {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? [value] : []
  } catch {
    // "[DONE]", or a line that broke off.
    return []
  }
}

async function plain(bytes: Buffer, encoding: string | undefined): Promise<Buffer> {
  const options = { maxOutputLength: 4 * MAX_READ }
  if (encoding === undefined || encoding === 'identity') return bytes
  if (encoding === 'gzip') return await promisify(gunzip)(bytes, options)
  if (encoding === 'br') return await promisify(brotliDecompress)(bytes, options)
  if (encoding === 'deflate') return await promisify(inflate)(bytes, options)
  throw new Error(`an answer with content-encoding ${encoding} is not read`)
}
