import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { WaylandError } from '../domain/errors.ts'
import type { DocumentBlock } from '../domain/learning/document.ts'
import { type MarkupHandler, parseMarkup } from './parse-markup.ts'

/**
 * The paragraphs of a Word document (ECMA-376, WordprocessingML) as they read: without deleted and hidden text, with a list's
 * items and a table's cells marked. Undefined where the archive holds no such document. Throws what `zipEntries` throws.
 */
export async function readDocx(bytes: Uint8Array): Promise<readonly DocumentBlock[] | undefined> {
  const entries = await zipEntries(bytes, /^word\/(?:document\d{0,3}|styles)\.xml$/, MAX_XML)
  const [, main] = [...entries].find(([name]) => name.startsWith('word/document')) ?? []
  if (main === undefined) return undefined
  const paragraphs = new Paragraphs(headingStyles(textOf(entries.get('word/styles.xml'))))
  parseMarkup(textOf(main), 'xml', paragraphs)
  return paragraphs.blocks
}

/** Bytes of one part of the archive, unpacked: some 3,000 pages. */
const MAX_XML = 32 * 1024 * 1024

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('utf8')

/** Ids of the styles of headings, which differ by the language of Word; their names and outline levels do not. */
function headingStyles(xml: string): ReadonlySet<string> {
  const found = new Set<string>()
  let id = ''
  parseMarkup(xml, 'xml', {
    open(name, { 'w:styleId': styleId = '', 'w:val': value = '' }) {
      if (name === 'w:style') id = styleId
      else if ((name === 'w:name' && /^(?:heading \d|title)$/i.test(value)) || name === 'w:outlineLvl') found.add(id)
    },
    text() {},
    close() {},
  })
  return found
}

/** Text in these is not part of what is read: taken out, moved from here, shown otherwise, or a field's code. */
const UNSEEN = new Set(['w:del', 'w:moveFrom', 'mc:Fallback', 'w:instrText', 'w:delText'])

class Paragraphs implements MarkupHandler {
  readonly blocks: DocumentBlock[] = []
  readonly #headings: ReadonlySet<string>
  #text = ''
  #isHeading = false
  #inText = false
  #isHidden = false
  #unseen = 0
  #cells = 0

  constructor(headings: ReadonlySet<string>) {
    this.#headings = headings
  }

  open(name: string, { 'w:val': value = '' }: Readonly<Record<string, string>>): void {
    if (UNSEEN.has(name)) this.#unseen++
    if (this.#unseen > 0) return
    if (name === 'w:t') this.#inText = true
    else if (name === 'w:r') this.#isHidden = false
    else if (name === 'w:vanish') this.#isHidden = value !== '0' && value !== 'false'
    else if (name === 'w:tab') this.#text += '\t'
    else if (name === 'w:br' || name === 'w:cr') this.#text += '\n'
    else if (name === 'w:noBreakHyphen') this.#text += '-'
    else if (name === 'w:tc') this.#cells++
    else if (name === 'w:numPr') this.#text += '- '
    else if ((name === 'w:pStyle' && this.#headings.has(value)) || name === 'w:outlineLvl') this.#isHeading = true
  }

  text(said: string): void {
    if (this.#inText && this.#unseen === 0 && !this.#isHidden) this.#text += said
  }

  close(name: string): void {
    if (UNSEEN.has(name)) this.#unseen--
    if (name === 'w:t') this.#inText = false
    else if (name === 'w:r') this.#isHidden = false
    else if (name === 'w:tc') {
      this.#cells--
      this.#text += ' | '
    } else if (name === 'w:p' && this.#cells > 0) this.#text += ' '
    else if (name === 'w:p' || name === 'w:tr') this.#end()
  }

  #end(): void {
    const text = this.#text.replace(/^- $/, '').trimEnd()
    if (text.trim() !== '') this.blocks.push({ kind: this.#isHeading ? 'heading' : 'text', text })
    this.#text = ''
    this.#isHeading = false
  }
}

/**
 * The entries of a zip archive whose names match, unpacked in memory. Throws `bad_file` where the archive is broken or
 * encrypted, or an entry is larger than `most` bytes, whatever size it says it has.
 */
async function zipEntries(bytes: Uint8Array, wanted: RegExp, most: number): Promise<ReadonlyMap<string, Uint8Array>> {
  try {
    const archive = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (archive.entryCount > MAX_ENTRIES) throw new Error(`it holds ${archive.entryCount} files`)
    const found = new Map<string, Uint8Array>()
    for await (const entry of archive.eachEntry())
      if (wanted.test(entry.fileName)) found.set(entry.fileName, await unpacked(archive, entry, most))
    return found
  } catch (error) {
    throw new WaylandError('bad_file', `its archive cannot be read: ${(error as Error).message}`, { cause: error })
  }
}

const MAX_ENTRIES = 10_000

async function unpacked(archive: ZipFile, entry: Entry, most: number): Promise<Uint8Array> {
  if (entry.uncompressedSize > most) throw tooLarge(entry, most)
  const stream: AsyncIterable<Buffer> = await archive.openReadStreamPromise(entry)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > most) throw tooLarge(entry, most)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const tooLarge = ({ fileName }: Entry, most: number) =>
  new Error(`${fileName} unpacks to more than ${Math.round(most / 1024 / 1024)} MB`)
