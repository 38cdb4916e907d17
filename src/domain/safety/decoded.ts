/** A decoded piece of a text, with its position. */
export interface Decoded {
  readonly text: string
  readonly at: number
  readonly length: number
}

/** Maximum number of encoded pieces of one text that are decoded. */
const MAX_PIECES = 50

/** The base64 and hex pieces of a text that decode to something readable. */
export function decoded(text: string): readonly Decoded[] {
  const pieces: Decoded[] = []
  for (const match of text.matchAll(ENCODED)) {
    const [piece] = match
    const bytes = Buffer.from(piece, /^(?:[0-9a-f]{2})+$/i.test(piece) ? 'hex' : 'base64')
    const plain = readable(bytes)
    if (plain !== undefined) pieces.push({ text: plain, at: match.index, length: piece.length })
    if (pieces.length >= MAX_PIECES) break
  }
  return pieces
}

const ENCODED = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_-]{20,200000}={0,2}/g

/** Decodes UTF-8, or UTF-16 as in encoded commands of PowerShell; undefined if the result is no typed text. */
function readable(bytes: Buffer): string | undefined {
  const wide = bytes.length > 8 && bytes[1] === 0 && bytes[3] === 0
  const text = wide ? bytes.toString('utf16le') : bytes.toString('utf8')
  let odd = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 0xfffd || code < 9 || (code > 13 && code < 32) || code === 127) odd++
  }
  return odd === 0 && /[\p{L}]{2}/u.test(text) ? text : undefined
}
