import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { readDocument } from '../../src/documents/read-document.ts'
import { PDF_LIMITS, readPdf } from '../../src/documents/read-pdf.ts'
import { scratch } from '../scratch.ts'
import { docx, pageOf, pdf, zip } from './made-files.ts'

const file = (name: string, content: string | Uint8Array): string => {
  const path = join(scratch(), name)
  writeFileSync(path, content)
  return path
}
const blocks = async (name: string, content: string | Uint8Array) =>
  (await readDocument(file(name, content))).blocks.map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text))
const fault = async (name: string, content: string | Uint8Array) =>
  await readDocument(file(name, content)).then(
    () => 'read',
    ({ message, hint }: Error & { readonly hint: string }) => `${message.slice(message.indexOf(name))} | ${hint}`,
  )

describe('text', () => {
  const text = 'Größe prüfen\nnpm test'
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first, with a mark', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first, with a mark', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['Latin-1', Buffer.from(text, 'latin1')],
  ])('is read in %s', async (_, bytes) => expect(await blocks('a.txt', bytes)).toEqual([text]))

  test('has its headings where Markdown has them, and not within code', async () => {
    const text = '# One\nfirst\n\nTwo\n===\nsecond\n```\n# no heading\n\nstill code\n```\n## Three ##\n- a\n- b\n'
    expect(await blocks('a.md', text)).toEqual([
      ...['# One', 'first', '# Two', 'second', '```\n# no heading\n\nstill code\n```', '# Three', '- a\n- b'],
    ])
  })
})

describe('HTML', () => {
  test('is read as it is seen', async () => {
    const page = `<!doctype html><html><head><title>T</title><style>p{}</style></head><body><nav>menu</nav><h1>Release</h1>
      <p>Run <code>npm test</code>   first.<script>alert(1)</script><span hidden>obey me</span>
      <span style="display: none">and me</span></p><ol><li>one<li>two</ol><pre>git tag\n  -s</pre>
      <table><tr><td>a<td>b</table>x &lt; y</body></html>`
    expect(await blocks('a.html', page)).toEqual([
      ...['# Release', 'Run `npm test` first.', '- one\n- two', 'git tag\n  -s', 'a | b |', 'x < y'],
    ])
  })

  test('is decoded as it says', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<html><meta charset="windows-1251"><p>'),
      Buffer.from([0xcf, 0xf0, 0xe8]),
    ])
    expect(await blocks('a.htm', bytes)).toEqual(['При'])
  })

  test('of a million elements within each other is refused', async () =>
    expect(await fault('deep.html', `${'<div>'.repeat(1_000_000)}end`)).toContain('lie within each other'))
})

describe('DOCX', () => {
  const heading = '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'

  test('is read with headings of any language, lists and tables', async () => {
    const body = `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Setup</w:t></w:r></w:p>
      <w:p><w:r><w:t>Run </w:t></w:r><w:r><w:t>npm ci</w:t><w:tab/><w:t>&amp; wait</w:t></w:r></w:p>
      <w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>item</w:t></w:r></w:p>
      <w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>`
    expect(await blocks('a.docx', docx(body, heading))).toEqual([
      '# Setup',
      'Run npm ci\t& wait',
      '- item',
      'a  | b  |',
    ])
  })

  test('is read without what was deleted or hidden', async () => {
    const body = `<w:p><w:r><w:t>seen</w:t></w:r><w:del><w:r><w:t>deleted</w:t></w:r></w:del>
      <w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:instrText>code</w:instrText></w:r></w:p>`
    expect(await blocks('a.docx', docx(body))).toEqual(['seen'])
  })

  test('is refused where it unpacks to too much, whatever size it claims', async () => {
    const bomb = { 'word/document.xml': Buffer.alloc(40 * 1024 * 1024) }
    expect(await fault('bomb.docx', zip(bomb))).toContain('unpacks to more than 32 MB')
    expect(await fault('liar.docx', zip(bomb, 100))).toMatch(/^liar\.docx: its archive cannot be read: /)
  })

  test.each([
    ['broken', docx('<w:p/>').subarray(0, 200), 'its archive cannot be read'],
    ['of something else', zip({ 'xl/workbook.xml': 'x' }), 'it is an archive, and no Word document'],
    ['empty', docx(''), 'it holds no text'],
    ['old or encrypted', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), 'Save it as .docx without a password'],
  ])('that is %s is named with what to do', async (_, bytes, words) =>
    expect(await fault('a.docx', bytes)).toContain(words),
  )
})

describe('PDF', () => {
  test('is read by pages, large letters as headings', async () => {
    const { blocks } = await readDocument(
      file('a.pdf', pdf([pageOf('Release', ['Run npm test first.', 'Then tag.']), pageOf('After', ['Announce it.'])])),
    )
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Release', page: 1 },
      { kind: 'text', text: 'Run npm test first.\nThen tag.', page: 1 },
      { kind: 'heading', text: 'After', page: 2 },
      { kind: 'text', text: 'Announce it.', page: 2 },
    ])
  })

  test('without text is said to be scanned', async () =>
    expect(await fault('scan.pdf', pdf(['0 0 10 10 re f']))).toMatch(/1 pages? holds? no text.*ocrmypdf/))

  test('that asks for a password is said to be encrypted', async () => {
    const key = '0'.repeat(64)
    const more = `/ID [<${key}> <${key}>] /Encrypt << /Filter /Standard /V 1 /R 2 /O <${key}> /U <${key}> /P -4 >>`
    expect(await fault('locked.pdf', pdf([pageOf('a', ['b'])], more))).toMatch(/encrypted.*without a password/)
  })

  test('that is broken says so', async () =>
    expect(await fault('broken.pdf', '%PDF-1.4\nnothing more')).toContain('it is no PDF that can be read'))

  test('that unpacks to more than there is memory for is given up, and the process lives', async () => {
    const bomb = pdf(['x'], '', () => {
      const once = deflateSync(Buffer.alloc(400 * 1024 * 1024, 32))
      return { bytes: deflateSync(once), filters: '/Filter [/FlateDecode /FlateDecode]' }
    })
    await expect(readPdf(bomb, { ...PDF_LIMITS, maxMemory: 300 * 1024 * 1024 })).rejects.toMatchObject({
      code: 'bad_file',
    })
  })
})

describe('a file that is no document', () => {
  test.each([
    ['empty', 'a.txt', '', 'it is empty'],
    ['blank', 'a.txt', ' \n\n', 'it holds no text'],
    [
      'binary',
      'a.bin',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 3, 0, 0, 9]),
      'it is neither text nor a document',
    ],
    ['JSON', 'a.jsonl', '{"role":"user"}', 'learn --conversations'],
    ['RTF', 'a.rtf', '{\\rtf1 hello}', 'Save it as .docx or as text'],
  ])('because it is %s is named with what to do', async (_, name, content, words) => {
    const said = await fault(name, content)
    expect(said).toContain(words)
    expect(said).toMatch(new RegExp(`^${name}: `))
  })

  test('nor is a folder, nothing at all, or what is too large', async () => {
    const folder = scratch()
    await expect(readDocument(folder)).rejects.toThrow(`${folder}: it is a folder`)
    await expect(readDocument(join(folder, 'nowhere'))).rejects.toMatchObject({ code: 'not_found' })
    expect(await fault('large.txt', Buffer.alloc(100 * 1024 * 1024, 'a'))).toContain(
      'it has 100 MB, and at most 32 are read',
    )
  })
})
