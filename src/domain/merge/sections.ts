import { LAST_LINES } from '../draft/body-ends.ts'
import { splitFrontMatter } from '../front-matter.ts'
import { isBlank, type Unit, unitsOf } from './units.ts'

/** Units `start` to `end` (exclusive): a heading and its text, the text before the first, or a draft's last lines. */
export interface Section {
  /** The key by which it is matched in another version: heading in lower case, and its number among equal ones. */
  readonly key: string
  readonly title: string
  readonly start: number
  readonly end: number
  readonly headed: boolean
}

/** SKILL.md as units: front matter, then sections. */
export interface SkillText {
  readonly bom: string
  readonly units: readonly Unit[]
  /** Number of units of the front matter, its `---` lines included; 0 if there is none. */
  readonly front: number
  readonly sections: readonly Section[]
  /** The most frequent line end. */
  readonly eol: string
}

/** Splits SKILL.md into front matter and sections. Does not throw: an unclosed front matter is read as body. */
export function readSkillText(whole: string): SkillText {
  const bom = whole.startsWith('\uFEFF') ? '\uFEFF' : ''
  const { front: head, body } = splitFrontMatter(whole.slice(bom.length))
  const front = unitsOf(head, true)
  const units = [...front, ...unitsOf(body)]
  const crlf = units.filter(({ eol }) => eol === '\r\n').length
  return {
    bom,
    units,
    front: front.length,
    sections: sectionsOf(units, front.length),
    eol: crlf * 2 > units.length ? '\r\n' : '\n',
  }
}

function sectionsOf(units: readonly Unit[], from: number): readonly Section[] {
  const starts = [from]
  for (let at = from; at < units.length; at++) if (at > from && opens(units[at]!)) starts.push(at)
  const seen = new Map<string, number>()
  return starts.map((start, i) => {
    const unit = units[start]
    const headed = unit !== undefined && HEADING.test(unit.raw)
    const title = headed ? unit.raw.replace(/^#+\s+/, '').trim() : isLast(unit) ? LAST : FIRST
    const nth = (seen.get(title.toLowerCase()) ?? 0) + 1
    seen.set(title.toLowerCase(), nth)
    const key = `${headed ? '#' : ''}${title.toLowerCase()} ${nth}`
    return { key, title, start, end: starts[i + 1] ?? units.length, headed }
  })
}

const HEADING = /^#{1,2}\s+\S/
/** Titles of the section before the first heading and of a draft's last lines. */
const FIRST = 'beginning'
const LAST = 'end'

const isLast = (unit: Unit | undefined): boolean => LAST_LINES.some((line) => unit?.raw.startsWith(line) === true)
const opens = (unit: Unit): boolean => HEADING.test(unit.raw) || isLast(unit)

/** Matches the sections of two texts: by key, then unmatched ones between those by shared lines (renamed headings). */
export function matchSections(text: SkillText, other: SkillText): ReadonlyMap<Section, Section> {
  const byKey = new Map(other.sections.map((section) => [section.key, section]))
  const matched = new Map<Section, Section>()
  for (const section of text.sections) {
    const same = byKey.get(section.key)
    if (same !== undefined) matched.set(section, same)
  }
  const taken = new Set(matched.values())
  let from = 0
  for (const section of text.sections.slice(0, MAX_RENAMED)) {
    const same = matched.get(section)
    if (same === undefined && section.headed) {
      const left = other.sections.slice(from, from + MAX_RENAMED)
      const stop = left.findIndex((candidate) => taken.has(candidate))
      const near = left
        .slice(0, stop < 0 ? undefined : stop)
        .find((candidate) => candidate.headed && saysTheSame(text, section, other, candidate))
      if (near !== undefined) matched.set(section, near)
    }
    const here = matched.get(section)
    if (here !== undefined) from = Math.max(from, other.sections.indexOf(here) + 1)
  }
  return matched
}

/** Limit of sections that are compared by their lines; later ones are matched by key only. */
const MAX_RENAMED = 60

function saysTheSame(text: SkillText, section: Section, other: SkillText, candidate: Section): boolean {
  const [mine, theirs] = [keysOf(text, section), keysOf(other, candidate)]
  const shared = [...mine].filter((key) => theirs.has(key)).length
  return shared > 0 && shared * 2 >= Math.min(mine.size, theirs.size)
}

const keysOf = ({ units }: SkillText, { start, end }: Section): ReadonlySet<string> =>
  new Set(
    units
      .slice(start + 1, end)
      .filter((unit) => !isBlank(unit))
      .map(({ key }) => key),
  )
