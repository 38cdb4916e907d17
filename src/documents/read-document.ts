import { open } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import MarkdownIt from 'markdown-it'
import { asWaylandError, WaylandError } from '../domain/errors.ts'
import type { DocumentBlock } from '../domain/learning/document.ts'
import { decodeText } from './decode-text.ts'

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

/** Text or Markdown by paragraphs, as they are written; a block of code is one. */
function readMarkdown(text: string): readonly DocumentBlock[] {
  const lines = text.split('\n')
  const tokens = markdown.parse(text, {})
  return tokens.flatMap(({ type, level, map }, i): readonly DocumentBlock[] => {
    if (level > 0 || map === null) return []
    if (type === 'heading_open') return [{ kind: 'heading', text: tokens[i + 1]?.content ?? '' }]
    return [
      {
        kind: 'text',
        text: lines
          .slice(...map)
          .join('\n')
          .trimEnd(),
      },
    ]
  })
}

// Blocks alone: what stands in a line stays as it is.
const markdown = new MarkdownIt('zero').enable(['heading', 'lheading', 'fence'])
markdown.core.ruler.enableOnly(['normalize', 'block'])
