import { align } from './align.ts'
import { apply } from './apply.ts'
import { type Edit, inOrder } from './edit.ts'
import { FRONT, frontMatterEdits, readSkill } from './front-matter.ts'
import { readSkillText, type SkillText } from './sections.ts'
import { isBlank, unitsOf } from './units.ts'
import { weave } from './weave.ts'

/** Lines that go and come in one place. */
export interface LineChange {
  /** The section, or the key of the front matter. */
  readonly place: string
  /** Lines of the person's text that would go. */
  readonly removes: readonly string[]
  /** Lines that would come. */
  readonly adds: readonly string[]
}

/** One place in which the new draft would change what the person has. */
export interface Part extends LineChange {
  /** Counts from 1. */
  readonly number: number
  readonly file: string
  /** The person changed the same place: theirs stays unless this part is asked for by its number. */
  readonly conflict: boolean
  /** The lines as they were drafted before. */
  readonly before: readonly string[]
}

/** What the person wrote or took out in one place, which stays so. */
export interface Kept {
  readonly place: string
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** A new draft merged into what a person has. */
export interface SkillMdMerge {
  readonly parts: readonly Part[]
  /** How often things came, the draft's metadata: changes with whatever is accepted. */
  readonly along: readonly LineChange[]
  readonly kept: readonly Kept[]
  /** SKILL.md with these parts; without any named, with all that are no conflict. */
  text(numbers?: ReadonlySet<number>): string
  /** What was drafted before, with these parts: what the person's text descends from when only these were accepted. */
  base(numbers: ReadonlySet<number>): string
}

/**
 * Merges what the evidence says now (`theirs`) into what a person made (`mine`) of what was drafted before (`base`).
 * `removed` are lines that the person took out of earlier drafts; they are not put back either.
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
  const edits = inOrder([...front, ...weave({ base, mine, theirs, removed: keysOf(removed) }, ours)])
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

/** The lines of a text that stand in no other one, as keys for `removed`. */
export function linesGone(drafted: string, kept: string): readonly string[] {
  const there = new Set(unitsOf(kept).map(({ key }) => key))
  return unitsOf(drafted).flatMap((unit) => (isBlank(unit) || there.has(unit.key) ? [] : [unit.raw]))
}

const keysOf = (lines: Iterable<string>): ReadonlySet<string> =>
  new Set([...lines].flatMap((line) => unitsOf(line).map(({ key }) => key)))

const onBase = (edit: Edit): Edit => ({ ...edit, at: edit.base.at, count: edit.base.count })

const linesAt = ({ units }: SkillText, { at, count }: { readonly at: number; readonly count: number }) =>
  units.slice(at, at + count).map(({ raw }) => raw)

/** Section by section what the person's text has and the draft before had not, and the other way round. */
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
  for (const { title, start, end } of mine.sections)
    for (let i = start; i < end; i++) {
      const was = ours.from.get(i)
      if (isBlank(mine.units[i]!) || (was !== undefined && base.units[was]!.text === mine.units[i]!.text)) continue
      at(title).added.push(mine.units[i]!.raw)
    }
  for (const { title, start, end } of base.sections)
    for (let i = start; i < end; i++) {
      const now = ours.to.get(i)
      if (isBlank(base.units[i]!) || (now !== undefined && base.units[i]!.text === mine.units[now]!.text)) continue
      at(title).removed.push(base.units[i]!.raw)
    }
  return [...places].map(([place, { added, removed }]) => ({ place, added, removed }))
}

const raws = ({ units, front }: SkillText): readonly string[] => units.slice(0, front).map(({ raw }) => raw)
