import { diffArrays } from 'diff'
import { heaviestPairs } from '../heaviest-pairs.ts'
import { groupedBy, tally } from '../tally.ts'
import { matchSections, type Section, type SkillText } from './sections.ts'
import { isBlank } from './units.ts'

/** The pairs of corresponding units of two texts, by index; blank lines are not paired. */
export interface Alignment {
  readonly sections: ReadonlyMap<Section, Section>
  /** Index in the first text → index in the other one. */
  readonly to: ReadonlyMap<number, number>
  /** The inverse of `to`. */
  readonly from: ReadonlyMap<number, number>
  /** Indices in the other text of units that were moved. */
  readonly moved: ReadonlySet<number>
}

/**
 * Aligns the bodies of two texts: within matched sections by diff and by similarity, then moved lines by equal key.
 * With `inPlace`, equally long runs of unpaired lines at the same place are paired too, as rewordings, whatever they
 * say.
 */
export function align(text: SkillText, other: SkillText, { inPlace = false } = {}): Alignment {
  const sections = matchSections(text, other)
  const to = new Map<number, number>()
  for (const [mine, theirs] of sections) {
    const heads = mine.headed && theirs.headed ? 1 : 0
    if (heads === 1) to.set(mine.start, theirs.start)
    const own = { text, places: filled(text, mine.start + heads, mine.end) }
    const there = { text: other, places: filled(other, theirs.start + heads, theirs.end) }
    for (const gap of alignSame(own, there, to)) {
      pairAlike(gap, to)
      if (inPlace) pairInPlace(gap, to)
    }
  }
  const from = new Map([...to].map(([a, b]) => [b, a]))
  const moved = pairMoved(text, other, to, from)
  return { sections, to, from, moved }
}

function filled({ units }: SkillText, start: number, end: number): readonly number[] {
  const places: number[] = []
  for (let at = start; at < end; at++) if (!isBlank(units[at]!)) places.push(at)
  return places
}

/** With a larger edit distance two sections have nothing in common, which keeps all of the person's lines. */
const MAX_EDITS = 1_000

/** Some units of a text, by index. */
interface Run {
  readonly text: SkillText
  readonly places: readonly number[]
}

/** The unequal units of both texts between two pairs of equal ones. */
interface Gap {
  readonly mine: Run
  readonly theirs: Run
}

/** Pairs units with equal keys, in order (Myers diff), into `to`; returns the gaps between them. */
function alignSame(mine: Run, theirs: Run, to: Map<number, number>): readonly Gap[] {
  const keys = ({ text, places }: Run) => places.map((at) => text.units[at]!.key)
  const changes = diffArrays(keys(mine), keys(theirs), { maxEditLength: MAX_EDITS }) ?? []
  const gaps: Gap[] = []
  let [a, b] = [0, 0]
  let [gapA, gapB] = [0, 0]
  const closeGap = () => {
    if (gapA < a && gapB < b) gaps.push({ mine: part(mine, gapA, a), theirs: part(theirs, gapB, b) })
  }
  for (const { value, added, removed } of changes) {
    if (removed) a += value.length
    else if (added) b += value.length
    else {
      closeGap()
      for (let i = 0; i < value.length; i++) to.set(mine.places[a++]!, theirs.places[b++]!)
      ;[gapA, gapB] = [a, b]
    }
  }
  closeGap()
  return gaps
}

const part = ({ text, places }: Run, start: number, end: number): Run => ({ text, places: places.slice(start, end) })

/** Least `likeness` of two lines for one to be a rewording of the other. */
const ALIKE = 0.5
/** Limit of pairs of lines that are compared in one gap. */
const MAX_PAIRS = 2_500

/** Pairs similar lines of a gap, in order, with the highest sum of likenesses. */
function pairAlike(gap: Gap, to: Map<number, number>): void {
  const [mine, theirs] = [gap.mine.places, gap.theirs.places]
  if (mine.length * theirs.length > MAX_PAIRS) return
  const alike = mine.map((a) => theirs.map((b) => likeness(gap.mine.text.units[a]!.key, gap.theirs.text.units[b]!.key)))
  const worth = (i: number, j: number) => (alike[i]![j]! >= ALIKE ? alike[i]![j]! : 0)
  for (const [i, j] of heaviestPairs(mine.length, theirs.length, worth)) to.set(mine[i]!, theirs[j]!)
}

/** Pairs the rest of a gap wherever both texts have the same number of lines between two pairs. */
function pairInPlace({ mine, theirs }: Gap, to: Map<number, number>): void {
  const taken = new Map(mine.places.flatMap((at) => (to.has(at) ? [[to.get(at), at] as const] : [])))
  const runs = (places: readonly number[], isPaired: (at: number) => boolean) =>
    places.reduce<number[][]>(
      (all, at) => {
        if (isPaired(at)) all.push([])
        else all.at(-1)!.push(at)
        return all
      },
      [[]],
    )
  const left = runs(mine.places, (at) => to.has(at))
  const right = runs(theirs.places, (at) => taken.has(at))
  for (const [i, run] of left.entries()) {
    const other = right[i] ?? []
    if (run.length === other.length) for (const [k, at] of run.entries()) to.set(at, other[k]!)
  }
}

/** Pairs unpaired units of equal key at different places, as moved; returns their indices in the other text. */
function pairMoved(
  text: SkillText,
  other: SkillText,
  to: Map<number, number>,
  from: Map<number, number>,
): ReadonlySet<number> {
  const unpaired = filled(other, other.front, other.units.length).filter((at) => !from.has(at))
  const free = groupedBy(unpaired.toReversed(), (at) => other.units[at]!.key)
  const moved = new Set<number>()
  for (const at of filled(text, text.front, text.units.length)) {
    const found = to.has(at) ? undefined : free.get(text.units[at]!.key)?.pop()
    if (found === undefined) continue
    to.set(at, found)
    from.set(found, at)
    moved.add(found)
  }
  return moved
}

/** The Dice coefficient of the multisets of words of two lines, 0 to 1; each CJK character is a word. */
function likeness(one: string, other: string): number {
  const [mine, theirs] = [wordsOf(one), wordsOf(other)]
  const counts = tally(mine)
  let shared = 0
  for (const word of theirs) {
    const left = counts.get(word) ?? 0
    if (left > 0) shared++
    counts.set(word, left - 1)
  }
  return mine.length + theirs.length === 0 ? 0 : (2 * shared) / (mine.length + theirs.length)
}

const WORD = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}_]+/gu

const wordsOf = (line: string): readonly string[] => line.toLowerCase().match(WORD) ?? []
