import { asData, attribute, inParts, oneLine } from './as-data.ts'

/** A heading and the lines below it, as a reader of documents returns them in text order. */
export interface DocumentBlock {
  readonly kind: 'heading' | 'text'
  readonly text: string
  /** Page number from 1, for documents with pages. */
  readonly page?: number | undefined
}

/** A part of a document that citations name: short enough for a person to find a quotation in it. */
export interface DocumentPart {
  /** `p1`, `p2`, numbered through the whole document. */
  readonly id: string
  /** The heading above it, or ''. */
  readonly heading: string
  readonly page?: number | undefined
  readonly text: string
}

export type Passage = readonly DocumentPart[]

/** A document cut at its headings and pages; a section that is too long for one part is cut between blocks, then lines, then anywhere. */
export function partsOf(blocks: readonly DocumentBlock[], most = MAX_PART): readonly DocumentPart[] {
  const parts: DocumentPart[] = []
  let open: { heading: string; page: number | undefined; text: string } | undefined
  const close = () => {
    if (open !== undefined && open.text.trim() !== '') parts.push({ ...open, id: `p${parts.length + 1}` })
    open = undefined
  }
  let heading = ''
  for (const { kind, text, page } of blocks) {
    if (kind === 'heading') {
      close()
      heading = oneLine(text).slice(0, MAX_HEADING)
      continue
    }
    for (const piece of pieces(text, most)) {
      if (open !== undefined && (open.page !== page || open.text.length + piece.length + 1 > most)) close()
      open = open === undefined ? { heading, page, text: piece } : { ...open, text: `${open.text}\n${piece}` }
    }
  }
  close()
  return parts
}

/** Groups parts into passages of at most `room` characters. */
export const passagesOf = (parts: readonly DocumentPart[], room = MAX_PASSAGE): readonly Passage[] =>
  inParts(parts, ({ text, heading }) => text.length + heading.length + TAGS, room)

/** Characters of a part: about a page. */
const MAX_PART = 3_000
const MAX_HEADING = 160
/** Characters of a passage: some 8,000 tokens, the limit of a session too. */
const MAX_PASSAGE = 24_000
const TAGS = 60

function* pieces(text: string, most: number): Generator<string, void, undefined> {
  for (let from = 0; from < text.length; ) {
    if (text.length - from <= most) return yield text.slice(from)
    const at = Math.max(text.lastIndexOf('\n', from + most), text.lastIndexOf(' ', from + most))
    const end = at > from + most / 2 ? at : from + most
    yield text.slice(from, end)
    from = end
  }
}

/** A passage as a model is sent it: data within tags, with ids that answers cite. */
export function documentText(
  name: string,
  passage: Passage,
  at: { readonly number: number; readonly of: number },
): string {
  const parts = passage.map(({ id, heading, page, text }) => {
    const place = `${attribute('heading', heading)}${page === undefined ? '' : ` page="${page}"`}`
    return `<part id="${id}"${place}>\n${asData(text)}\n</part>`
  })
  return `<document${attribute('name', name)} passage="${at.number} of ${at.of}">\n${parts.join('\n')}\n</document>`
}
