import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Line, LineSplitter } from '../../src/domain/line-splitter.ts'

const split = (bytes: Buffer, sizes: readonly number[], max = 1_000): { lines: Line[]; splitter: LineSplitter } => {
  const splitter = new LineSplitter({ line: 1, offset: 0 }, max)
  const lines: Line[] = []
  let from = 0
  for (let i = 0; from < bytes.length; i++) {
    const size = Math.max(1, sizes[i % Math.max(1, sizes.length)] ?? bytes.length)
    lines.push(...splitter.push(bytes.subarray(from, from + size)))
    from += size
  }
  const rest = splitter.rest()
  return { lines: rest === undefined ? lines : [...lines, rest], splitter }
}

describe('LineSplitter', () => {
  it('gives the same lines and offsets however the bytes are cut into chunks', () => {
    const piece = fc.constantFrom('é', '中文', '\r\n', '\n', 'a', '🎉', '\0', '{"a":1}', ' ')
    const bytes = fc
      .array(
        fc.oneof(
          piece.map((text) => Buffer.from(text)),
          fc.uint8Array({ maxLength: 6 }).map((raw) => Buffer.from(raw)),
        ),
      )
      .map((pieces) => Buffer.concat(pieces))
    fc.assert(
      fc.property(bytes, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }), (raw, sizes) => {
        const whole = split(raw, [])
        const chunked = split(raw, sizes)
        expect(chunked.lines).toEqual(whole.lines)
        expect(chunked.splitter.invalidUtf8).toBe(whole.splitter.invalidUtf8)
        for (const { at } of whole.lines) expect(at.offset === 0 || raw[at.offset - 1] === 10).toBe(true)
        expect(whole.lines.map(({ at }) => at.line)).toEqual(whole.lines.map((_, i) => i + 1))
      }),
      { seed: 3, numRuns: 400 },
    )
  })

  it('drops line ends of both kinds, a mark at the start of the file and NUL bytes, and replaces invalid UTF-8', () => {
    const raw = Buffer.concat([
      Buffer.from('\uFEFF{"a":1}\r\n\n  \nx\0y\n'),
      Buffer.from([0x61, 0xff, 0x62, 0x0a]),
      Buffer.from('tail'),
    ])
    const { lines, splitter } = split(raw, [3])
    expect(lines.map((line) => (line.kind === 'text' ? line.text : line.kind))).toEqual([
      '{"a":1}',
      'blank',
      'blank',
      'xy',
      'a\uFFFDb',
      'tail',
    ])
    expect(splitter).toMatchObject({ invalidUtf8: 1, nulBytes: 1 })
  })

  it('counts a line that is too long and never holds it', () => {
    const raw = Buffer.from(`ok\n${'x'.repeat(5_000)}\nok\n${'y'.repeat(5_000)}`)
    for (const sizes of [[64], [9_000]])
      expect(split(raw, sizes).lines.map((line) => [line.kind, line.at.line, line.at.offset])).toEqual([
        ['text', 1, 0],
        ['line_too_long', 2, 3],
        ['text', 3, 5_004],
        ['line_too_long', 4, 5_007],
      ])
  })
})
