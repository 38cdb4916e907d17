/** A whole number from 0 to below n. */
export type Below = (n: number) => number

/** The choices of one round: the same for the same number (mulberry32, public domain). */
export function choices(seed: number): Below {
  const random = mulberry32(seed)
  return (n) => Math.floor(random() * n)
}

/** A file with bytes flipped, pieces cut, doubled, moved or taken from other files, and values exchanged. */
export function changed(files: readonly Buffer[], below: Below): Buffer {
  let bytes: Buffer = Buffer.from(files[below(1 + below(files.length))]!)
  // Windows keep rounds short: most of a long file is more of the same.
  if (bytes.length > 60_000) {
    const from = below(bytes.length - 40_000)
    bytes = bytes.subarray(from, from + 40_000)
  }
  for (let step = below(8); step >= 0 && bytes.length > 4; step--) {
    const at = below(bytes.length)
    const length = below(Math.min(bytes.length - at, [4, 200, 4_000][below(3)]!))
    const head = bytes.subarray(0, at)
    const tail = bytes.subarray(at + length)
    switch (below(7)) {
      case 0:
        bytes[at] = below(256)
        break
      case 1:
        bytes = Buffer.concat([head, tail])
        break
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
        break
      case 3: {
        const other = files[below(files.length)]!
        const from = below(other.length)
        bytes = Buffer.concat([head, other.subarray(from, from + length), tail])
        break
      }
      case 4:
        bytes = Buffer.concat([head, Buffer.from(PIECES[below(PIECES.length)]!), tail])
        break
      default:
        bytes = exchangedValue(bytes, at, PIECES[below(VALUES)]!)
    }
  }
  return bytes
}

/** The value after the next colon, up to the next comma or bracket, replaced: the line mostly stays JSON. */
function exchangedValue(bytes: Buffer, at: number, value: string): Buffer {
  const colon = bytes.indexOf('":', at)
  if (colon < 0) return bytes
  const text = bytes.subarray(colon + 2, colon + 4_000).toString('latin1')
  const old = /^\s*(?:"(?:[^"\\]|\\.)*"|[^,}\]{["]+)/.exec(text)?.[0].length ?? 0
  return Buffer.concat([bytes.subarray(0, colon + 2), Buffer.from(value), bytes.subarray(colon + 2 + old)])
}

const PIECES = [
  'null',
  '-1e999',
  'true',
  '[]',
  '{}',
  '"__proto__"',
  '"constructor"',
  '[null,[{"type":"text","text":7}]]',
  '{"type":"tool_result","tool_use_id":null}',
  '"[Request interrupted by user]"',
  '"<command-name>/x</command-name>"',
  '"<system-reminder>"',
  '"\\ud800"',
  '"2026-13-45"',
  '\n',
  '\r\n',
  '\0',
  '\xff\xfe',
  '{"a":',
  '['.repeat(2_000),
  '"'.repeat(50),
  '<system-reminder>'.repeat(300),
  '1'.repeat(5_000),
]
/** So many of the pieces are whole JSON values. */
const VALUES = 14

function mulberry32(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
