import type { Edit } from './edit.ts'
import type { SkillText } from './sections.ts'
import { ORDINAL } from './units.ts'

interface Piece {
  readonly raw: string
  readonly eol: string
  /** The draft wrote it, so its list number may change. */
  readonly own: boolean
  /** The edit that added it; absent if it was there before. */
  readonly by?: Edit
}

/** A text after some edits. */
export interface Applied {
  readonly text: string
  /** The lines that an edit added, with their final list numbers. */
  linesOf(edit: Edit): readonly string[]
}

/**
 * Applies edits, which must be sorted and must not overlap. Untouched lines keep every byte, except for the numbers of
 * changed lists; new lines get the most frequent line end. `isOwn` tells whether the draft wrote a unit: only those are
 * numbered again.
 */
export function apply(text: SkillText, edits: readonly Edit[], isOwn: (at: number) => boolean): Applied {
  const pieces: Piece[] = []
  const touched: number[] = []
  let at = 0
  const keep = (end: number) => {
    for (; at < end; at++) pieces.push({ ...text.units[at]!, own: isOwn(at) })
  }
  const isEmpty = (raw: string | undefined) => raw === undefined || raw.trim() === ''
  for (const edit of edits) {
    keep(edit.at)
    const from = pieces.length
    const space = { raw: '', eol: text.eol, own: true }
    if (edit.block === true && pieces.length > 0 && !isEmpty(pieces.at(-1)?.raw)) pieces.push(space)
    for (const line of edit.lines)
      pieces.push({ raw: line.replaceAll(/\r?\n/g, text.eol), eol: text.eol, own: true, by: edit })
    const removed = text.units.slice(edit.at, edit.at + edit.count)
    at = edit.at + edit.count
    if (edit.block === true && at < text.units.length && !isEmpty(text.units[at]?.raw)) pieces.push(space)
    // The removal left two blank lines next to each other: one is dropped.
    if (edit.lines.length === 0 && isEmpty(pieces.at(-1)?.raw) && text.units[at]?.raw.trim() === '') at++
    if ([...edit.lines, ...removed.map(({ raw }) => raw)].some((raw) => ORDINAL.test(raw))) touched.push(from)
  }
  keep(text.units.length)
  for (const from of touched) renumber(pieces, from)
  return {
    text: text.bom + ended(pieces, text),
    linesOf: (edit) => pieces.flatMap(({ by, raw }) => (by === edit ? [raw] : [])),
  }
}

function ended(pieces: readonly Piece[], text: SkillText): string {
  const closes = text.units.length === 0 || text.units.at(-1)!.eol !== ''
  return pieces.map(({ raw, eol }, i) => raw + (i < pieces.length - 1 || closes ? eol || text.eol : '')).join('')
}

/** Renumbers the draft's items of the list around an index; the person's items count but keep their numbers. */
function renumber(pieces: Piece[], around: number): void {
  let start = Math.min(around, pieces.length - 1)
  while (start > 0 && !ENDS_LIST.test(pieces[start - 1]!.raw)) start--
  let [count, kept] = [0, 0]
  for (let at = start; at < pieces.length && !(at > around && ENDS_LIST.test(pieces[at]!.raw)); at++) {
    const piece = pieces[at]!
    const ordinal = TOP_ITEM.exec(piece.raw)
    if (ordinal === null) continue
    // A second list of the person's starts here.
    if (piece.by === undefined && kept > 0 && ordinal[1] === '1') count = 0
    if (piece.by === undefined) kept++
    count++
    if (piece.own) pieces[at] = { ...piece, raw: `${count}${piece.raw.slice(ordinal[1]!.length)}` }
  }
}

/** An item of an ordered list that is not nested. */
const TOP_ITEM = /^(\d{1,9})[.)][ \t]/
const ENDS_LIST = /^(?:#{1,6}\s|---)/
