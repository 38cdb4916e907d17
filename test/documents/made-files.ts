import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive (PKWARE APPNOTE) of entries that are deflated; `claims` is the size that each says it unpacks to. */
export function zip(entries: Readonly<Record<string, string | Buffer>>, claims?: number): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(claims ?? bytes.length, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, place, Buffer.from(name)]))
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(directory.length, 4)
  end.writeUInt16LE(directory.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06'), end])
}

/** A Word document with this body (WordprocessingML). */
export const docx = (body: string, styles = ''): Buffer =>
  zip({
    'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles>${styles}</w:styles>`,
  })

/** A PDF (ISO 32000) of pages, each a content stream; `more` is put into its trailer. */
export function pdf(
  pages: readonly string[],
  more = '',
  filter?: (content: Buffer) => { bytes: Buffer; filters: string },
): Buffer {
  const objects: (string | Buffer)[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${4 + 2 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  for (const [i, content] of pages.entries()) {
    const { bytes, filters } = filter?.(Buffer.from(content)) ?? { bytes: Buffer.from(content), filters: '' }
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
      Buffer.concat([
        Buffer.from(`<< /Length ${bytes.length} ${filters} >>\nstream\n`),
        bytes,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  let length = parts[0]!.length
  const places = objects.map((object, i) => {
    const at = length
    const part = Buffer.concat([Buffer.from(`${i + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    parts.push(part)
    length += part.length
    return `${String(at).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`
  parts.push(Buffer.from(`${table}trailer\n<< /Size ${size} /Root 1 0 R ${more} >>\nstartxref\n${length}\n%%EOF\n`))
  return Buffer.concat(parts)
}

/** Lines of a page, the first in large letters. */
export const pageOf = (title: string, lines: readonly string[]): string =>
  `BT /F1 18 Tf 50 750 Td (${title}) Tj /F1 10 Tf ${lines.map((line) => `0 -14 Td (${line}) Tj`).join(' ')} ET`
