import { align } from './align.ts'
import { type Edit, inOrder } from './edit.ts'
import { FRONT, frontMatterEdits, readSkill } from './front-matter.ts'
import { mergeBody } from './merge-body.ts'
import { readSkillText, type SkillText } from './sections.ts'
import { isBlank, ORDINAL, unitsOf } from './units.ts'

/** Lines removed and added at one place. */
export interface LineChange {
  /** The section, or the key of the front matter. */
  readonly place: string
  /** Lines of the person's text that would be removed. */
  readonly removes: readonly string[]
  readonly adds: readonly string[]
}

/** One change of the new draft to the person's text, which can be accepted by its number. */
export interface Part extends LineChange {
  /** Counts from 1. */
  readonly number: number
  readonly file: string
  /** The person changed the same place: their text stays unless this part is accepted by its number. */
  readonly conflict: boolean
  /** The lines of the previous draft. */
  readonly before: readonly string[]
}

/** Lines that the person added or removed at one place, which the merge keeps so. */
export interface Kept {
  readonly place: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** A new draft merged into the person's text. */
export interface SkillMdMerge {
  readonly parts: readonly Part[]
  /** Changes of counts and of the draft's metadata, which are applied with any choice of parts. */
  readonly along: readonly LineChange[]
  readonly kept: readonly Kept[]
  /** SKILL.md with the parts of these numbers; without an argument, with all parts that are no conflict. */
  text(numbers?: ReadonlySet<number>): string
  /** The previous draft with these parts: the base of the next merge if only these were accepted. */
  base(numbers: ReadonlySet<number>): string
}

/**
 * Three-way merge of the new draft (`theirs`) into the person's text (`mine`) of the previous draft (`base`). `removed`
 * are lines that the person removed from earlier drafts; they are not added again either.
 */
export function mergeSkillMd(
  given: { readonly base: string; readonly mine: string; readonly theirs: string },
  removed: Iterable<string> = [],
): SkillMdMerge {
  const [base, mine, theirs] = [given.base, given.mine, given.theirs].map((text) => readSkillText(text)) as [
    SkillText,
    SkillText,
    SkillText,
  ]
  const ours = align(base, mine, { inPlace: true })
  const isOwn = (at: number): boolean => {
    const was = ours.from.get(at)
    return was !== undefined && base.units[was]!.text === mine.units[at]!.text
  }
  const front = frontMatterEdits(
    readSkill(base, given.base),
    readSkill(mine, given.mine),
    readSkill(theirs, given.theirs),
  )
  const edits = inOrder([...front, ...mergeBody({ base, mine, theirs, removed: keysOf(removed) }, ours)])
  const numbered = edits.filter(({ kind }) => kind !== 'along')
  const isChosen = (edit: Edit, numbers?: ReadonlySet<number>): boolean =>
    edit.kind === 'along' || (numbers === undefined ? edit.kind === 'change' : numbers.has(numbered.indexOf(edit) + 1))
  const chosen = (numbers?: ReadonlySet<number>) => edits.filter((edit) => isChosen(edit, numbers))
  const whole = apply(mine, chosen(), isOwn)
  const changeOf = (edit: Edit): LineChange => ({
    place: edit.place,
    removes: linesAt(mine, edit),
    adds: isChosen(edit) ? whole.linesOf(edit) : edit.lines,
  })
  return {
    parts: numbered.map((edit, i) => ({
      ...changeOf(edit),
      number: i + 1,
      file: 'SKILL.md',
      conflict: edit.kind === 'conflict',
      before: linesAt(base, edit.base),
    })),
    along: edits.filter(({ kind }) => kind === 'along').map(changeOf),
    kept: keptOf(base, mine, ours),
    text: (numbers) => (numbers === undefined ? whole : apply(mine, chosen(numbers), isOwn)).text,
    base: (numbers) => apply(base, inOrder(chosen(numbers).map(onBase)), () => true).text,
  }
}

/** The lines of `drafted` that `kept` does not have, to be given as `removed` later. */
export function linesGone(drafted: string, kept: string): readonly string[] {
  const there = new Set(unitsOf(kept).map(({ key }) => key))
  return unitsOf(drafted).flatMap((unit) => (isBlank(unit) || there.has(unit.key) ? [] : [unit.raw]))
}

const keysOf = (lines: Iterable<string>): ReadonlySet<string> =>
  new Set([...lines].flatMap((line) => unitsOf(line).map(({ key }) => key)))

const onBase = (edit: Edit): Edit => ({ ...edit, at: edit.base.at, count: edit.base.count })

const linesAt = ({ units }: SkillText, { at, count }: { readonly at: number; readonly count: number }) =>
  units.slice(at, at + count).map(({ raw }) => raw)

/** The differences between the previous draft and the person's text, by section. */
function keptOf(base: SkillText, mine: SkillText, ours: ReturnType<typeof align>): readonly Kept[] {
  const places = new Map<string, { added: string[]; removed: string[] }>()
  const at = (place: string) => {
    const there = places.get(place) ?? { added: [], removed: [] }
    places.set(place, there)
    return there
  }
  const front = { base: raws(base), mine: raws(mine) }
  for (const line of front.mine) if (!front.base.includes(line)) at(FRONT).added.push(line)
  for (const line of front.base) if (!front.mine.includes(line)) at(FRONT).removed.push(line)
  const note = (text: SkillText, other: SkillText, to: ReadonlyMap<number, number>, kind: 'added' | 'removed') => {
    for (const { title, start, end } of text.sections)
      for (const [i, unit] of text.units.slice(start, end).entries())
        if (!isBlank(unit) && other.units[to.get(start + i) ?? -1]?.text !== unit.text) at(title)[kind].push(unit.raw)
  }
  note(mine, base, ours.from, 'added')
  note(base, mine, ours.to, 'removed')
  return [...places].map(([place, { added, removed }]) => ({ place, added, removed }))
}

const raws = ({ units, front }: SkillText): readonly string[] => units.slice(0, front).map(({ raw }) => raw)

interface Piece {
  readonly raw: string
  readonly eol: string
  /** The draft wrote it, so its list number may change. */
  readonly own: boolean
  /** The edit that added it; absent if it was there before. */
  readonly by?: Edit
}

/** A text after some edits. */
interface Applied {
  readonly text: string
  /** The lines that an edit added, with their final list numbers. */
  linesOf(edit: Edit): readonly string[]
}

/**
 * Applies edits, which must be sorted and must not overlap. Untouched lines keep every byte, except for the numbers of
 * changed lists; new lines get the most frequent line end. `isOwn` tells whether the draft wrote a unit: only those are
 * numbered again.
 */
function apply(text: SkillText, edits: readonly Edit[], isOwn: (at: number) => boolean): Applied {
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
