/** A run of hexadecimal digits or base64 that holds readable text. */
export interface Encoded {
  readonly start: number
  readonly end: number
  readonly plain: string
}

/** What a text holds in hexadecimal or base64, decoded; bytes that are no text are left out. */
export function* encodedIn(text: string): Generator<Encoded> {
  for (const match of text.matchAll(RUN)) {
    const [run] = match
    const plain = HEX.test(run) ? readable(run, 'hex') : readable(run, 'base64')
    if (plain !== undefined) yield { start: match.index, end: match.index + run.length, plain }
  }
}

const RUN = /(?<![\w+/-])[\w+/-]{20,}={0,2}/g
const HEX = /^(?:[2-7][0-9a-fA-F]|0[9aAdD]){10,}$/

/** Decodes a run whose first bytes are text, since nearly no word is. */
function readable(run: string, encoding: 'hex' | 'base64'): string | undefined {
  const text = (part: string): string => Buffer.from(part, encoding).toString('utf8')
  return PRINTABLE.test(text(run.slice(0, 16))) && PRINTABLE.test(text(run)) ? text(run) : undefined
}

const PRINTABLE = /^[\t\n\r\x20-\x7e\u00a0-\ufffc]+$/
