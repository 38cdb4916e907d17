/**
 * An upper estimate of the tokens of a text, without a tokenizer: three letters of a word, each digit, each mark and
 * each line count as one, and each letter of other scripts as two.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += sizeOf(piece)
  return tokens
}

/** Runs of ASCII letters, runs of blanks, and single characters. */
const PIECES = /[A-Za-z]+|[ \t]+|[\s\S]/gu

function sizeOf(piece: string): number {
  const first = piece.codePointAt(0) ?? 0
  if (/^[A-Za-z]/.test(piece)) return Math.ceil(piece.length / 3)
  // One blank is part of the word after it.
  if (/^[ \t]/.test(piece)) return Math.ceil((piece.length - 1) / 4)
  return first < 0x80 ? 1 : first < 0x10000 ? 2 : 4
}
