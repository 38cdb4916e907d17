/** A run of hexadecimal digits or base64 that holds readable text. */
export interface Encoded {
  readonly start: number
  readonly end: number
  readonly plain: string
}

/** What a text holds in hexadecimal or base64, decoded; bytes that are no text are left out. */
export function encodedIn(text: string): readonly Encoded[] {
  const found: Encoded[] = []
  let start = 0
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 0
    if (code < 128 && IN_RUN[code] === 1) continue
    if (i - start >= SHORTEST) add(text, start, i, found)
    start = i + 1
  }
  return found
}

function add(text: string, start: number, end: number, found: Encoded[]): void {
  const run = text.slice(start, end)
  const plain = HEX.test(run) ? readable(run, 'hex') : readable(run, 'base64')
  const padding = text.startsWith('==', end) ? 2 : text.startsWith('=', end) ? 1 : 0
  if (plain !== undefined) found.push({ start, end: end + padding, plain })
}

const SHORTEST = 20
/** Characters of base64, in both alphabets. */
const IN_RUN = Uint8Array.from({ length: 128 }, (_, code) => (/[\w+/-]/.test(String.fromCharCode(code)) ? 1 : 0))
const HEX = /^(?:[2-7][0-9a-fA-F]|0[9aAdD]){10,}$/

/** Decodes a run whose first bytes are text, since nearly no word is. */
function readable(run: string, encoding: 'hex' | 'base64'): string | undefined {
  const text = (part: string): string => Buffer.from(part, encoding).toString('utf8')
  return PRINTABLE.test(text(run.slice(0, 16))) && PRINTABLE.test(text(run)) ? text(run) : undefined
}

const PRINTABLE = /^[\t\n\r\x20-\x7e\u00a0-\ufffc]+$/
