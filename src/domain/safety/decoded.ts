import { matchesOf } from '../matches.ts'

/** A decoded piece of a text, with its position. */
export interface Decoded {
  readonly text: string
  readonly at: number
  readonly length: number
}

/**
 * What the runs of base64 and hex in a text hold, also over several lines: the readable parts of their bytes, one text for
 * each place in the run where they may begin, since the wrong ones give chance characters.
 */
export function* decoded(text: string): Generator<Decoded> {
  for (const { 0: whole, index: at } of matchesOf(ENCODED, text)) {
    const run = whole.replace(/\s+/g, '')
    const ways = HEX.test(run)
      ? [Buffer.from(run, 'hex')]
      : [0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64'))
    for (const plain of new Set(ways.map(readable))) if (plain !== '') yield { text: plain, at, length: whole.length }
  }
}

const ENCODED = /[A-Za-z0-9+/_-]{20,}(?:\r?\n[ \t]*[A-Za-z0-9+/_-]{4,})*/g
const HEX = /^(?:[0-9a-f]{2})+$/i

/** The parts of the bytes that are typed text in UTF-8, or in UTF-16 as in encoded commands of PowerShell. */
const readable = (bytes: Buffer): string =>
  (bytes[1] === 0 && bytes[3] === 0 ? bytes.toString('utf16le') : bytes.toString('utf8'))
    .split(/[\x00-\x08\x0e-\x1f\x7f\ufffd]+/)
    .filter((part) => part.length >= SHORTEST && /\p{L}{2}/u.test(part))
    .map((part) => `${part}\n`)
    .join('')

/** Fewer readable characters in a row stand in random bytes by chance. */
const SHORTEST = 8
