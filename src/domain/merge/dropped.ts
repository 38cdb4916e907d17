import type { Alignment } from './align.ts'
import type { Edit } from './edit.ts'
import type { Section, SkillText } from './sections.ts'
import { isBlank } from './units.ts'

/** Alignments of the previous draft: with the person's text (`ours`), and with the new draft (`news`). */
export interface Alignments {
  readonly ours: Alignment
  readonly news: Alignment
}

export interface Dropped {
  readonly edits: readonly Edit[]
  /** Indices of the units of the person's text that these edits remove. */
  readonly places: ReadonlySet<number>
}

/** Edits that remove what the new draft no longer has: a change if the person left it unchanged, else a conflict. */
export function dropped(base: SkillText, mine: SkillText, { ours, news }: Alignments): Dropped {
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
