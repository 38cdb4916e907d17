import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { WaylandError } from '../domain/errors.ts'
import type { DocumentBlock } from '../domain/learning/document.ts'

export interface PdfLimits {
  readonly maxPages: number
  readonly maxChars: number
  readonly timeoutMs: number
  /** Growth of this process, in bytes, at which reading is given up. */
  readonly maxMemory: number
}

export const PDF_LIMITS: PdfLimits = {
  maxPages: 1_000,
  maxChars: 4_000_000,
  timeoutMs: 60_000,
  maxMemory: 1024 * 1024 * 1024,
}

/**
 * The text of a PDF by lines and pages, read in a thread of its own that is ended where it takes too long or too much.
 * Throws `bad_file` for what is encrypted, broken or without text.
 */
export async function readPdf(bytes: Uint8Array, limits = PDF_LIMITS): Promise<readonly DocumentBlock[]> {
  const answer = await inThread(bytes, limits)
  if (answer.fault !== undefined) throw faultOf(answer.fault)
  const blocks = blocksOf(answer.lines)
  if (blocks.length === 0)
    throw new WaylandError('bad_file', `its ${answer.pages} pages hold no text: they may be scanned images`, {
      hint: 'Run it through text recognition (such as ocrmypdf) first, or give the text.',
    })
  return blocks
}

interface Line {
  readonly text: string
  readonly height: number
  readonly page: number
  readonly y?: number
}

type Answer =
  | { readonly fault?: undefined; readonly pages: number; readonly lines: readonly Line[] }
  | { readonly fault: { readonly name: string; readonly message: string } }

async function inThread(bytes: Uint8Array, { maxPages, maxChars, timeoutMs, maxMemory }: PdfLimits): Promise<Answer> {
  const library = pathToFileURL(createRequire(import.meta.filename).resolve('unpdf')).href
  const worker = new Worker(PDF_THREAD, {
    eval: true,
    // A copy: the thread takes its bytes along.
    workerData: { library, bytes: new Uint8Array(bytes), maxPages, maxChars },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  const before = process.memoryUsage.rss()
  const ends: NodeJS.Timeout[] = []
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const giveUp = (why: string) => reject(new WaylandError('bad_file', why))
      ends.push(
        setTimeout(() => giveUp(`reading it took longer than ${Math.round(timeoutMs / 1000)} s`), timeoutMs),
        setInterval(() => {
          if (process.memoryUsage.rss() - before > maxMemory) giveUp('it unpacks to more than fits into memory')
        }, LOOK_MS),
      )
      worker.on('message', resolve)
      worker.on('error', (error) => giveUp(`it cannot be read: ${error.message}`))
      worker.on('exit', () => giveUp('it cannot be read'))
    })
  } finally {
    for (const timer of ends) clearTimeout(timer)
    await worker.terminate()
  }
}

const LOOK_MS = 50

function faultOf({ name, message }: { readonly name: string; readonly message: string }): WaylandError {
  return name === 'PasswordException'
    ? new WaylandError('bad_file', 'it is encrypted and asks for a password', {
        hint: 'Save a copy without a password, and give that.',
      })
    : new WaylandError('bad_file', `it is no PDF that can be read: ${message.slice(0, 200)}`)
}

/** Lines as blocks of one page; a line in letters larger than most of the text is a heading. */
function blocksOf(lines: readonly Line[]): readonly DocumentBlock[] {
  const body = usualHeight(lines)
  const blocks: DocumentBlock[] = []
  let open: string[] = []
  let page = 1
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'text', text: open.join('\n'), page })
    open = []
  }
  for (const line of lines) {
    if (line.text.trim() === '') continue
    const isHeading = line.height > body * LARGER && line.text.length < MAX_HEADING
    if (line.page !== page || isHeading || open.length === MAX_LINES) close()
    page = line.page
    if (isHeading) blocks.push({ kind: 'heading', text: line.text, page })
    else open.push(line.text)
  }
  close()
  return blocks.some(({ kind }) => kind === 'text') ? blocks : []
}

const LARGER = 1.15
const MAX_HEADING = 160
const MAX_LINES = 60

/** The height of letters that most characters have. */
function usualHeight(lines: readonly Line[]): number {
  const counts = new Map<number, number>()
  for (const { text, height } of lines) {
    const rounded = Math.round(height * 2) / 2
    counts.set(rounded, (counts.get(rounded) ?? 0) + text.length)
  }
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a)
  return usual?.[0] ?? 0
}

/**
 * Source of the thread that reads a PDF: it must not depend on modules that are bundled. Answers {pages, blocks} or
 * {fault}; lines in letters larger than those of most of the text are headings.
 */
const PDF_THREAD = `
const { parentPort, workerData: { library, bytes, maxPages, maxChars } } = require('node:worker_threads')
const say = (message) => parentPort.postMessage(message)
async function read() {
  const { getDocumentProxy } = await import(library)
  const pdf = await getDocumentProxy(bytes, { verbosity: 0, isEvalSupported: false, maxImageSize: 1, stopAtErrors: false })
  const lines = []
  let chars = 0
  const last = Math.min(pdf.numPages, maxPages)
  for (let number = 1; number <= last && chars <= maxChars; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    let text = '', height = 0, y
    for (const item of items) {
      if (typeof item.str !== 'string') continue
      text += item.str
      if (item.str.trim() !== '') { height = Math.max(height, item.height); y = item.transform[5] }
      if (!item.hasEOL) continue
      lines.push({ text, height, page: number, y })
      chars += text.length + 1
      text = ''; height = 0
    }
    lines.push({ text, height, page: number, y })
    page.cleanup()
  }
  say({ pages: pdf.numPages, read: last, lines })
}
read().catch((error) => say({ fault: { name: String(error && error.name), message: String(error && error.message) } }))
`
