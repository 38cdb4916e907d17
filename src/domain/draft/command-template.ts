import { whyNotAsItRan } from './as-it-ran.ts'
import { type Piece, type Sample, unify } from './generalise.ts'
import { endsWhole } from './shell.ts'
import { isBody } from './shell-word.ts'
import type { Slots } from './slots.ts'
import { isSlot, type Template } from './template.ts'
import { BRANCH, isPath, wordTemplate } from './word-template.ts'

/** The words of one command as typed, and the rank of its run. */
export interface RankedWords {
  readonly rank: number
  readonly words: readonly string[]
}

/** Why commands have no template, in a few words. */
export interface NoTemplate {
  readonly why: string
}

/**
 * Generalises commands to one template with placeholders from `slots`: what all have stays, values that differ become
 * placeholders whatever they hold. Filled with the values of a run it gives that run's command exactly, quotes and all.
 */
export function commandTemplate(commands: readonly RankedWords[], slots: Slots): Template | NoTemplate {
  const [first] = commands
  if (first === undefined) return { why: 'no run has a command there' }
  let at = 0
  const samplesOf = (text: (row: number) => string) => commands.map(({ rank }, row) => ({ rank, text: text(row) }))
  const parts = piecesOf(commands)
    .flatMap((piece): readonly ({ readonly constant: string } | Columns)[] =>
      'constant' in piece ? [piece] : columnsOf(rowsOf(piece)),
    )
    .map((part): Template => {
      const before = first.words.slice(0, at)
      at += 'constant' in part ? 1 : part.rows[0]!.length
      if ('constant' in part)
        return wordTemplate(
          samplesOf(() => opened(part.constant)),
          before,
          slots,
        )
      if (part.rows.every(({ length }) => length === 1))
        return wordTemplate(
          samplesOf((row) => part.rows[row]![0]!),
          before,
          slots,
        )
      return [
        slots.of(
          samplesOf((row) => part.rows[row]!.join(' ')),
          manyName(part.rows),
        ),
      ]
    })
  const template = parts.flatMap((part, i): Template => (i === 0 || startsBody(part) ? part : [' ', ...part]))
  const text = template.map((part) => (isSlot(part) ? 'x' : part)).join('')
  const why = whyNotAsItRan(text) ?? (endsWhole(text) ? undefined : 'its end was cut off')
  return why === undefined ? template : { why }
}

/** The constant words of the template that commands have, and whether they differ in single words only. */
export function formOf(commands: readonly RankedWords[]): {
  readonly constants: number
  readonly same: boolean
} {
  const pieces = piecesOf(commands)
  return {
    constants: pieces.filter((piece) => 'constant' in piece).length,
    same: pieces.every((piece) => 'constant' in piece || isEven(rowsOf(piece))),
  }
}

const isEven = (rows: Columns['rows']): boolean =>
  rows.every(({ length }) => length === rows[0]!.length) && differAt(rows) < 0

const piecesOf = (commands: readonly RankedWords[]): readonly Piece[] =>
  inOneList(unify(commands.map(({ rank, words }) => ({ rank, words: words.map(closed) }))))

/** The pieces with lists of files whole: a file that all of some runs happened to name beside others is no constant. */
function inOneList(pieces: readonly Piece[]): readonly Piece[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const before = out.at(-1)
    const [list, one] = [before, piece].filter((each) => each !== undefined && isListed(each))
    if (list === undefined || one === undefined || ('constant' in list && 'constant' in one)) out.push(piece)
    else out[out.length - 1] = { gap: joined(before!, piece) }
  }
  return out
}

/** Whether a piece is a file, or files of which runs have different numbers. */
function isListed(piece: Piece): boolean {
  if ('constant' in piece) return isPath(piece.constant)
  const rows = rowsOf(piece)
  return rows.flat().every(isPath) && new Set(rows.map(({ length }) => length)).size > 1
}

function joined(a: Piece, b: Piece): readonly Sample[] {
  const samples = 'gap' in a ? a.gap : 'gap' in b ? b.gap : []
  const textOf = (piece: Piece, row: number) => ('gap' in piece ? piece.gap[row]!.text : piece.constant)
  return samples.map(({ rank }, row) => ({
    rank,
    text: [textOf(a, row), textOf(b, row)].filter((text) => text !== '').join(' '),
  }))
}

/** Replaces blanks in quoted words by U+0001 while words are compared; `opened` restores them. */
const closed = (word: string): string => word.replaceAll(' ', '\u0001')
const opened = (word: string): string => word.replaceAll('\u0001', ' ')

/** The words of each run in a gap. */
const rowsOf = ({ gap }: Extract<Piece, { gap: unknown }>): readonly (readonly string[])[] =>
  gap.map(({ text }) => (text === '' ? [] : text.split(' ').map(opened)))

interface Columns {
  readonly rows: readonly (readonly string[])[]
}

/** The words of a gap in columns of one word for each run; what only some runs have, such as options, is one column. */
function columnsOf(rows: Columns['rows']): readonly Columns[] {
  const shortest = Math.min(...rows.map(({ length }) => length))
  if (rows.every(({ length }) => length === shortest)) {
    const apart = differAt(rows)
    return apart < 0
      ? columnsUpTo(rows, shortest)
      : [...columnsUpTo(rows, apart), { rows: rows.map((row) => row.slice(apart)) }]
  }
  const lead = [...rows[0]!, ''].findIndex((_, i) => i === shortest || rows.some((row) => isOption(row[i]!)))
  const rest = rows.map((row) => row.slice(lead))
  if (lead > 0 && rest.every(([word]) => word === undefined || isOption(word)))
    return [...columnsUpTo(rows, lead), { rows: rest }]
  const before = rows.map((row) => row.slice(0, -1))
  return shortest > 0 && before.flat().every(isOption)
    ? [{ rows: before }, { rows: rows.map((row) => row.slice(-1)) }]
    : [{ rows }]
}

/** The first place at which runs have different options, so that what follows is another thing in each; -1 if none. */
const differAt = (rows: Columns['rows']): number =>
  rows[0]!.findIndex((_, i) => {
    const options = new Set(
      rows.flatMap((row) => (isOption(row[i] ?? '') ? [row[i]!.replace(/=[\s\S]*|(?<!\d)\d+$/, '')] : [])),
    )
    return options.size > 1 || (options.size === 1 && rows.some((row) => row[i] !== undefined && !isOption(row[i]!)))
  })

const columnsUpTo = (rows: Columns['rows'], end: number): readonly Columns[] =>
  Array.from({ length: end }, (_, i) => ({
    rows: rows.map((row) => [row[i]!]),
  }))

const isOption = (word: string): boolean => /^--?[A-Za-z]/.test(word)

const startsBody = ([part]: Template): boolean => part !== undefined && !isSlot(part) && isBody(part)

/** The placeholder name for a varying number of words. */
function manyName(rows: readonly (readonly string[])[]): string {
  const words = rows.flat()
  if (BRANCH.test(words[0] ?? '')) return 'branch'
  if (words.every(isPath)) return 'files'
  if (words.every((word) => /^[A-Za-z_]\w*=/.test(word))) return 'variables'
  return rows.every(([word]) => word === undefined || isOption(word)) ? 'options' : 'arguments'
}
