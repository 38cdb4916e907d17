import { NOTICES } from '../draft/body-ends.ts'
import { groupedBy } from '../tally.ts'
import { type Alignment, align } from './align.ts'
import type { Edit } from './edit.ts'
import type { Section, SkillText } from './sections.ts'
import { isBlank, type Unit } from './units.ts'

/** The inputs of a three-way merge: the previous draft, the person's text, the new draft. */
export interface Three {
  readonly base: SkillText
  readonly mine: SkillText
  readonly theirs: SkillText
  /** Keys of lines that the person removed from any earlier draft. */
  readonly removed: ReadonlySet<string>
}

/**
 * The changes of the new draft to the body (below the front matter), as edits of the person's text. The person's own
 * lines stay in their order; lines that they removed are not added again. `ours` aligns `base` with `mine`.
 */
export function mergeBody(three: Three, ours: Alignment): readonly Edit[] {
  const { base, mine, theirs } = three
  const news = align(base, theirs)
  const added = addedLines(mine, ours)
  const keys = new Set(mine.units.slice(mine.front).map(({ key }) => key))
  const gone = new Set([...three.removed, ...removedKeys(base, mine, ours)].filter((key) => !keys.has(key)))
  const { edits: drops, places } = dropped(base, mine, { ours, news })
  const edits = [...drops]
  let last = spanOf(mine.sections[0]!, base.sections[0]!)
  for (const section of theirs.sections) {
    const before = sectionBefore(news, section)
    const here = before === undefined ? addedSection(mine, ours, section) : ours.sections.get(before)
    if (here === undefined) newSection(section, before)
    else within(section, here, before)
    last = spanOf(here, before, last)
  }
  return edits

  function within(section: Section, here: Section, before: Section | undefined): void {
    const placed = new Map<number, number>()
    for (let at = section.start; at < section.end; at++) {
      const unit = theirs.units[at]!
      if (isBlank(unit)) continue
      const was = news.from.get(at)
      const now = was === undefined ? takeAdded(unit) : ours.to.get(was)
      if (was !== undefined && !isMoved(at, now)) reword(unit, was, now, here, () => anchorOf(at))
      else if (now === undefined || was !== undefined) insert(unit, anchorOf(at), here, 'change')
      if (now !== undefined && !isMoved(at, now)) placed.set(at, now)
    }

    /** The insertion point: after the preceding line of the new draft, and after lines that the person added there. */
    function anchorOf(at: number): Anchor {
      for (let prior = at - 1; prior >= section.start; prior--) {
        const found = placed.get(prior)
        if (found === undefined || found < here.start || found >= here.end) continue
        const was = news.from.get(prior)
        return { at: behind(found), base: was === undefined ? (before?.end ?? last.base) : was + 1 }
      }
      return { at: here.start, base: before?.start ?? last.base }
    }

    function behind(found: number): number {
      let at = found + 1
      if (found === here.start && here.headed) while (at < here.end && isBlank(mine.units[at]!)) at++
      else while (at < here.end && !ours.from.has(at) && !isBlank(mine.units[at]!)) at++
      return at
    }
  }

  function reword(unit: Unit, was: number, now: number | undefined, here: Section, anchor?: () => Anchor): void {
    const drafted = base.units[was]!
    if (unit.text === drafted.text) return
    if (now === undefined) {
      if (anchor !== undefined && takeAdded(unit) === undefined) insert(unit, anchor(), here, 'conflict')
      return
    }
    const own = mine.units[now]!
    if (unit.text === own.text) return
    const isOwn = own.text !== drafted.text || (ours.moved.has(now) && unit.key !== drafted.key)
    const kind = isOwn || gone.has(unit.key) ? 'conflict' : unit.key === drafted.key ? 'along' : kindOf(unit, here)
    edits.push({ at: now, count: 1, lines: [unit.raw], base: { at: was, count: 1 }, kind, place: here.title })
  }

  function insert(unit: Unit, { at, base: was }: Anchor, here: Section, kind: Edit['kind']): void {
    if (gone.has(unit.key)) return
    edits.push({ at, count: 0, lines: [unit.raw], base: { at: was, count: 0 }, kind, place: here.title })
  }

  /** Whether the new draft moved the line and the person left it unchanged. */
  function isMoved(at: number, now: number | undefined): boolean {
    return news.moved.has(at) && now !== undefined && places.has(now)
  }

  /** Adds a section that the person's text does not have, because it is new or because they removed it. */
  function newSection(section: Section, before: Section | undefined): void {
    const units = theirs.units.slice(section.start, section.end).filter((unit, i) => {
      const was = news.from.get(section.start + i)
      const now = was === undefined ? undefined : ours.to.get(was)
      if (isBlank(unit)) return true
      if (now !== undefined && !isMoved(section.start + i, now)) {
        reword(unit, was!, now, section)
        return false
      }
      const isRemoved = was !== undefined && now === undefined && base.units[was]!.key === unit.key
      return !isRemoved && !gone.has(unit.key) && takeAdded(unit) === undefined
    })
    while (units.length > 0 && isBlank(units.at(-1)!)) units.pop()
    const says = units.filter((unit, i) => !isBlank(unit) && !(i === 0 && section.headed))
    if (says.length === 0) return
    const kind = before === undefined && !gone.has(theirs.units[section.start]!.key) ? 'change' : 'conflict'
    const heading = section.headed && units[0] !== theirs.units[section.start] ? [theirs.units[section.start]!.raw] : []
    edits.push({
      at: last.mine,
      count: 0,
      lines: [...heading, ...units.map(({ raw }) => raw)],
      base: before === undefined ? { at: last.base, count: 0 } : { at: before.start, count: before.end - before.start },
      kind,
      place: section.title,
      block: true,
    })
  }

  /** Takes the place of a line with the same text that the person added, so that it is not added twice. */
  function takeAdded(unit: Unit): number | undefined {
    return added.get(unit.text)?.shift()
  }
}

interface Anchor {
  readonly at: number
  readonly base: number
}

/** `along` for the counts at the head of a draft in review, which every version counts again; else `change`. */
const kindOf = ({ raw }: Unit, here: Section): Edit['kind'] =>
  !here.headed && (NOTICES.includes(raw) || /^(?:Signature|Evidence): /.test(raw)) ? 'along' : 'change'

const sectionBefore = ({ sections }: Alignment, section: Section): Section | undefined =>
  [...sections].find(([, now]) => now === section)?.[0]

/** A section with the same key that the person added too. */
function addedSection(mine: SkillText, { sections }: Alignment, section: Section): Section | undefined {
  const taken = new Set(sections.values())
  return mine.sections.find((own) => own.key === section.key && !taken.has(own))
}

/** Places of the lines that the person added, by text. */
const addedLines = ({ front, units }: SkillText, { from }: Alignment): Map<string, number[]> =>
  groupedBy(
    units.flatMap((unit, at) => (at < front || from.has(at) || isBlank(unit) ? [] : [at])),
    (at) => units[at]!.text,
  )

/** Keys of drafted lines that the person removed or reworded. */
const removedKeys = (base: SkillText, mine: SkillText, { to }: Alignment): readonly string[] =>
  base.units.flatMap((unit, at) => {
    const now = to.get(at)
    return at < base.front || isBlank(unit) || (now !== undefined && mine.units[now]!.key === unit.key)
      ? []
      : [unit.key]
  })

/** Where the next section is inserted, in `mine` and in `base`: the end of this section, else `last`. */
function spanOf(here: Section | undefined, before: Section | undefined, last = { mine: 0, base: 0 }) {
  return { mine: here?.end ?? last.mine, base: before?.end ?? last.base }
}

/** Alignments of the previous draft: with the person's text (`ours`), and with the new draft (`news`). */
interface Alignments {
  readonly ours: Alignment
  readonly news: Alignment
}

interface Dropped {
  readonly edits: readonly Edit[]
  /** Indices of the units of the person's text that these edits remove. */
  readonly places: ReadonlySet<number>
}

/** Edits that remove what the new draft no longer has: a change if the person left it unchanged, else a conflict. */
function dropped(base: SkillText, mine: SkillText, { ours, news }: Alignments): Dropped {
  const edits: Edit[] = []
  const places = new Set<number>()
  for (const section of base.sections) {
    const here = ours.sections.get(section)
    if (here !== undefined && !news.sections.has(section) && isUntouched(section, here)) dropWhole(section, here)
    for (let was = section.start; was < section.end; was++) dropLine(was, section, here)
  }
  return { edits, places }

  function dropWhole(section: Section, here: Section): void {
    for (let at = here.start; at < here.end; at++) places.add(at)
    edits.push({
      at: here.start,
      count: here.end - here.start,
      lines: [],
      base: { at: section.start, count: section.end - section.start },
      kind: 'change',
      place: here.title,
    })
  }

  function dropLine(was: number, section: Section, here: Section | undefined): void {
    const [now, to] = [ours.to.get(was), news.to.get(was)]
    if (now === undefined || places.has(now) || (to !== undefined && !news.moved.has(to))) return
    // A heading stays if the section was not removed as a whole, because the person has text below it.
    if (was === section.start && section.headed && !news.sections.has(section)) return
    // A line that the person moved counts as changed by them.
    const isOwn = ours.moved.has(now) || mine.units[now]!.text !== base.units[was]!.text
    if (isOwn && to !== undefined) return
    if (!isOwn) places.add(now)
    const place = here?.title ?? section.title
    edits.push({
      at: now,
      count: 1,
      lines: [],
      base: { at: was, count: 1 },
      kind: isOwn ? 'conflict' : 'change',
      place,
    })
  }

  function isUntouched(section: Section, here: Section): boolean {
    for (let at = here.start; at < here.end; at++) {
      if (isBlank(mine.units[at]!)) continue
      const was = ours.from.get(at)
      if (was === undefined || mine.units[at]!.text !== base.units[was]!.text) return false
      const to = news.to.get(was)
      if (to !== undefined && !news.moved.has(to) && at !== here.start) return false
    }
    return section.headed === here.headed
  }
}
