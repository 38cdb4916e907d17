/**
 * Source of the thread that reads a PDF: it must not depend on modules that are bundled. Answers {pages, blocks} or
 * {fault}; lines in letters larger than those of most of the text are headings.
 */
export const PDF_THREAD = `
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
