import { diffArrays } from 'diff'
import { likeness } from './line-likeness.ts'
import { matchSections, type Section, type SkillText } from './sections.ts'
import { isBlank } from './units.ts'

/** Which unit of one text is which of another, by place; blank lines belong to no unit. */
export interface Alignment {
  readonly sections: ReadonlyMap<Section, Section>
  /** From the first text to the other one. */
  readonly to: ReadonlyMap<number, number>
  /** And back. */
  readonly from: ReadonlyMap<number, number>
  /** Units of the other text that stand elsewhere than in the first one. */
  readonly moved: ReadonlySet<number>
}

/**
 * Aligns the body of two texts: within matched sections in order, then what moved by its words alone. `inPlace`: as many
 * lines in the place of others are those in other words, whatever they say.
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

/** Beyond so many differences two sections count as having nothing in common, which keeps every line of a person's. */
const MAX_EDITS = 1_000

/** Some units of a text, by their places in it. */
interface Run {
  readonly text: SkillText
  readonly places: readonly number[]
}

/** Units of either text between two that are the same. */
interface Gap {
  readonly mine: Run
  readonly theirs: Run
}

/** Pairs the units that are the same, in order; what lies between them. */
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

/** Words that two lines must share to be one line in other words. */
const ALIKE = 0.5
/** Pairs of lines that are compared in one gap. */
const MAX_PAIRS = 2_500

/** Pairs lines of a gap that say nearly the same, in their order, so that their likenesses sum up to the most. */
function pairAlike(gap: Gap, to: Map<number, number>): void {
  const [mine, theirs] = [gap.mine.places, gap.theirs.places]
  if (mine.length * theirs.length > MAX_PAIRS) return
  const width = theirs.length + 1
  const best = new Float64Array((mine.length + 1) * width)
  const alike = mine.map((a) => theirs.map((b) => likeness(gap.mine.text.units[a]!.key, gap.theirs.text.units[b]!.key)))
  const gain = (i: number, j: number) => (alike[i]![j]! >= ALIKE ? alike[i]![j]! + best[(i + 1) * width + j + 1]! : 0)
  for (let i = mine.length - 1; i >= 0; i--)
    for (let j = theirs.length - 1; j >= 0; j--)
      best[i * width + j] = Math.max(best[(i + 1) * width + j]!, best[i * width + j + 1]!, gain(i, j))
  for (let i = 0, j = 0; i < mine.length && j < theirs.length; ) {
    const here = best[i * width + j]!
    if (gain(i, j) === here && here > 0) to.set(mine[i++]!, theirs[j++]!)
    else if (best[(i + 1) * width + j] === here) i++
    else j++
  }
}

/** Pairs what is left of a gap where both have the same number of lines between two that are paired. */
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

/** What stands in neither place alike: the same line elsewhere is that line, moved. */
function pairMoved(
  text: SkillText,
  other: SkillText,
  to: Map<number, number>,
  from: Map<number, number>,
): ReadonlySet<number> {
  const free = new Map<string, number[]>()
  for (const at of filled(other, other.front, other.units.length).toReversed()) {
    if (from.has(at)) continue
    const { key } = other.units[at]!
    const places = free.get(key)
    if (places === undefined) free.set(key, [at])
    else places.push(at)
  }
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
