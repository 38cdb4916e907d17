import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import type { DocumentBlock } from '../domain/learning/document.ts'
import { decodeText } from './decode-text.ts'

/** A document as its reader found it. */
export interface ReadDocument {
  readonly name: string
  readonly blocks: readonly DocumentBlock[]
}

/** Bytes of a file that is read. */
export const MAX_DOCUMENT = 32 * 1024 * 1024

/**
 * Reads text, Markdown, HTML, PDF or DOCX, by what the file holds and then by the ending of its name. A reader is loaded
 * for a file of its kind alone. Throws `not_found` and `bad_file`, naming the file.
 */
export async function readDocument(path: string): Promise<ReadDocument> {
  try {
    const blocks = await blocksOf(await bytesOf(path), extname(path).toLowerCase())
    if (!blocks.some(({ text }) => text.trim() !== '')) throw new WaylandError('bad_file', 'it holds no text')
    return { name: basename(path), blocks }
  } catch (error) {
    const { code, message, hint } = asWaylandError(error)
    throw new WaylandError(code, `${path}: ${message}`, { cause: error, hint })
  }
}

async function bytesOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new WaylandError('not_found', error.code === 'ENOENT' ? 'there is no such file' : error.message)
  })
  try {
    const stats = await file.stat()
    if (stats.isDirectory())
      throw new WaylandError('bad_file', 'it is a folder', { hint: 'Name the files in it, such as docs/*.md.' })
    if (!stats.isFile()) throw new WaylandError('bad_file', 'it is not a regular file')
    if (stats.size === 0) throw new WaylandError('bad_file', 'it is empty')
    if (stats.size > MAX_DOCUMENT)
      throw new WaylandError('bad_file', `it has ${mb(stats.size)} MB, and at most ${mb(MAX_DOCUMENT)} are read`, {
        hint: 'Give the part of it that matters as a file of its own.',
      })
    return await file.readFile()
  } finally {
    await file.close()
  }
}

const mb = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)

async function blocksOf(bytes: Uint8Array, ending: string): Promise<readonly DocumentBlock[]> {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  if (head.includes('%PDF-')) return await (await import('./read-pdf.ts')).readPdf(bytes)
  if (head.startsWith('PK\x03\x04')) {
    const found = await (await import('./read-docx.ts')).readDocx(bytes)
    if (found === undefined) throw unknown('it is an archive, and no Word document')
    return found
  }
  if (head.startsWith('\xd0\xcf\x11\xe0'))
    throw unknown('it is a Word document of an old format, or encrypted', 'Save it as .docx without a password.')
  if (head.startsWith('{\\rtf')) throw unknown('it is RTF', 'Save it as .docx or as text.')
  if (HTML_ENDINGS.has(ending) || /^[\s\xef\xbb\xbf]{0,64}(?:<!doctype html|<html)/i.test(head)) {
    const found = (await import('./read-html.ts')).readHtml(bytes)
    if (found === undefined) throw notText()
    return found
  }
  if (ending === '.json' || ending === '.jsonl')
    throw unknown('it is JSON', 'Give conversations with "learn --conversations", runs with "learn --trajectories".')
  const text = decodeText(bytes)
  if (text === undefined) throw notText()
  return readMarkdown(text)
}

const HTML_ENDINGS: ReadonlySet<string> = new Set(['.html', '.htm', '.xhtml'])

const unknown = (what: string, hint = 'Text, Markdown, HTML, PDF and DOCX are read.') =>
  new WaylandError('bad_file', what, { hint })
const notText = () => unknown('it is neither text nor a document that is known here')

/** Text or Markdown by paragraphs: lines with `#` and underlined lines are headings, apart from code. */
function readMarkdown(text: string): readonly DocumentBlock[] {
  const blocks: DocumentBlock[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'text', text: open.join('\n') })
    open = []
  }
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === '' && mark !== undefined) fence = mark
    else if (fence !== '' && mark?.startsWith(fence) === true) fence = ''
    const heading = fence === '' && mark === undefined ? headingOf(line, open) : undefined
    if (heading !== undefined) {
      if (heading.above) open.pop()
      close()
      blocks.push({ kind: 'heading', text: heading.text })
    } else if (line.trim() === '' && fence === '') close()
    else open.push(line)
  }
  close()
  return blocks
}

/** `above`: the line before is the heading, and this one underlines it. */
function headingOf(
  line: string,
  open: readonly string[],
): { readonly text: string; readonly above: boolean } | undefined {
  const marked = /^ {0,3}#{1,6} ([^\n]*)$/.exec(line)?.[1]
  if (marked !== undefined) return { text: marked.trim().replace(/ #{1,6}$/, ''), above: false }
  const [before] = open
  return open.length === 1 &&
    before !== undefined &&
    before.trim().length > 1 &&
    /^(?:={3,80}|-{3,80})\s{0,8}$/.test(line)
    ? { text: before.trim(), above: true }
    : undefined
}
