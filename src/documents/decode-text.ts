/**
 * The text of bytes in the encoding that they show: a byte order mark, UTF-8, or `declared` and else Windows-1252 where they
 * are not UTF-8. Undefined where they are no text.
 */
export function decodeText(bytes: Uint8Array, declared?: string): string | undefined {
  const encoding = marked(bytes) ?? (isUtf8(bytes) ? 'utf-8' : known(declared))
  const text = new TextDecoder(encoding).decode(bytes)
  return isText(text) ? text.replace(/\r\n?/g, '\n') : undefined
}

function marked([a, b, c]: Uint8Array): string | undefined {
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function known(declared: string | undefined): string {
  try {
    return new TextDecoder(declared ?? FALLBACK).encoding
  } catch {
    return FALLBACK
  }
}

const FALLBACK = 'windows-1252'

/** Characters that no text has, and the sign for what could not be decoded: a few may be, as in a log. */
function isText(text: string): boolean {
  const sample = text.slice(0, 100_000)
  const odd = sample.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f-\x8f\ufffd]/g)?.length ?? 0
  return !sample.includes('\0') && odd <= sample.length * 0.02
}
