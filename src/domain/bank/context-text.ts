import { matchesOf } from '../matches.ts'
import { textBlocks } from '../text-blocks.ts'

/** A skill as it is put before a model that cannot read files. */
export interface ContextSkill {
  readonly name: string
  readonly description: string
  /** The body of its SKILL.md. */
  readonly text: string
  /** Whether a person wrote or reviewed it. */
  readonly isReviewed: boolean
}

export interface ContextBudget {
  readonly maxTokens: number
  /** Counts the tokens of a text as the model does; default: an upper estimate. */
  readonly countTokens?: ((text: string) => number) | undefined
}

/**
 * Skills as one text for a model: a header, then of each its name, description and text, as many as the budget holds,
 * in the given order. A text that does not fit ends between two paragraphs, never within a code block, and says so; ''
 * where not even one description fits.
 */
export function contextText(
  skills: readonly ContextSkill[],
  { maxTokens, countTokens = estimatedTokens }: ContextBudget,
): string {
  const fits = (text: string): boolean => countTokens(text) <= maxTokens
  let context = HEADER
  for (const skill of skills) {
    const longer = longest(context, skill, fits)
    if (longer === undefined) break
    context = longer.text
    if (longer.isCut) break
  }
  return context === HEADER ? '' : context
}

const HEADER =
  'Skills that may fit the request, the likeliest first. They were learned from earlier work: use what applies, and leave the rest.\n'

const UNREVIEWED = '(a draft that no person has reviewed)'
const CUT = '[…]\n'

/** The context with as much of the skill as fits; undefined if not even its name and description do. */
function longest(
  context: string,
  { name, description, text, isReviewed }: ContextSkill,
  fits: (text: string) => boolean,
): { readonly text: string; readonly isCut: boolean } | undefined {
  const head = `${context}\n## ${name}${isReviewed ? '' : ` ${UNREVIEWED}`}\n\n${description}\n`
  const blocks = textBlocks(text.replace(/\r\n?/g, '\n').trim()).map(({ lines }) => lines.join('\n'))
  const with_ = (count: number): string => {
    const body = blocks.slice(0, count).map((block) => `\n${block}\n`)
    return `${head}${body.join('')}${count < blocks.length ? `\n${CUT}` : ''}`
  }
  // A longer text never has fewer tokens, so that the number of blocks is found by bisection.
  let [least, most] = [-1, blocks.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (fits(with_(middle))) least = middle
    else most = middle - 1
  }
  return least < 0 ? undefined : { text: with_(least), isCut: least < blocks.length }
}

/**
 * An upper estimate of the tokens of a text, without a tokenizer: three letters of a word, each digit, each mark and
 * each line count as one, and each letter of other scripts as two.
 */
export function estimatedTokens(text: string): number {
  let tokens = 0
  for (const [piece] of matchesOf(PIECES, text)) tokens += sizeOf(piece)
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
