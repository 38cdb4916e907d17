import { parseSkillMd, type SkillMd } from '../skill-md-format.ts'
import type { Edit } from './edit.ts'
import type { SkillText } from './sections.ts'

/** A text of SKILL.md with its parsed front matter; `md` is undefined if that is invalid. */
export interface ReadSkill {
  readonly text: SkillText
  readonly md: SkillMd | undefined
}

/**
 * The changes of the new draft to the front matter, as edits of the person's lines; their comments, own keys and order
 * stay. `name` (the folder's) and the draft's own metadata are taken from the draft; a changed description is a
 * conflict if the person changed it too. If any of the three is invalid (unreadable, or without a required field), the
 * new draft's replaces it as a whole.
 */
export function frontMatterEdits(base: ReadSkill, mine: ReadSkill, theirs: ReadSkill): readonly Edit[] {
  if (mine.md === undefined || base.md === undefined || theirs.md === undefined) return [whole(base, mine, theirs)]
  return [...nameEdit(base, mine, theirs), ...descriptionEdit(base, mine, theirs), ...metadataEdits(base, mine, theirs)]
}

const raws = ({ text: { units, front } }: ReadSkill): readonly string[] => units.slice(0, front).map(({ raw }) => raw)

const whole = (base: ReadSkill, mine: ReadSkill, theirs: ReadSkill): Edit => ({
  at: 0,
  count: mine.text.front,
  lines: raws(theirs),
  base: { at: 0, count: base.text.front },
  kind: 'change',
  place: `${FRONT}, which cannot be read as it is`,
})

export const FRONT = 'front matter'

function nameEdit(base: ReadSkill, mine: ReadSkill, theirs: ReadSkill): readonly Edit[] {
  if (mine.md!.name === theirs.md!.name) return []
  return replaced('name', base, mine, theirs, 'along')
}

function descriptionEdit(base: ReadSkill, mine: ReadSkill, theirs: ReadSkill): readonly Edit[] {
  const [was, own, now] = [base, mine, theirs].map(({ md }) => md!.description)
  if (now === was || now === own) return []
  return replaced('description', base, mine, theirs, own === was ? 'change' : 'conflict')
}

function replaced(
  key: string,
  base: ReadSkill,
  mine: ReadSkill,
  theirs: ReadSkill,
  kind: Edit['kind'],
): readonly Edit[] {
  const [was, own, now] = [base, mine, theirs].map((skill) => blockOf(skill, key))
  if (was === undefined || own === undefined || now === undefined) return []
  const lines = raws(theirs).slice(now.at, now.at + now.count)
  const comment = own.count === 1 && kind !== 'conflict' ? commentOf(raws(mine)[own.at]!) : ''
  const place = `${FRONT}, ${key}`
  return [{ at: own.at, count: own.count, lines: lines.map((line) => line + comment), base: was, kind, place }]
}

interface Block {
  readonly at: number
  readonly count: number
}

/** The lines of a key and its value, without comments and blank lines after them; undefined if the key is missing. */
function blockOf(skill: ReadSkill, key: string): Block | undefined {
  const lines = raws(skill)
  const at = lines.findIndex((line) => /^["']?([\w-]{1,64})["']?[ \t]*:/.exec(line)?.[1] === key)
  if (at < 0) return undefined
  let end = at + 1
  for (let next = end; next < lines.length - 1; next++) {
    if (/^[ \t]+\S/.test(lines[next]!) && !/^[ \t]*#/.test(lines[next]!)) end = next + 1
    else if (!/^[ \t]*(?:#|$)/.test(lines[next]!)) break
  }
  return { at, count: end - at }
}

/** The comment that the person wrote after a value that is quoted as drafts quote it; else empty. */
const commentOf = (line: string): string => /^\w+: (?:"(?:[^"\\]|\\.)*"|[\w-]+)(\s+#.*)$/.exec(line)?.[1] ?? ''

/** One edit per changed key of the draft's metadata; none if the person wrote `metadata` in another form. */
function metadataEdits(base: ReadSkill, mine: ReadSkill, theirs: ReadSkill): readonly Edit[] {
  const [was, own, now] = [base, mine, theirs].map((skill) => entriesOf(skill))
  if (was === undefined || own === undefined || now === undefined) return []
  const edits: Edit[] = []
  for (const [key, { at }] of was.entries) {
    const there = own.entries.get(key)
    if (there !== undefined && !now.entries.has(key)) edits.push(edit(there.at, 1, [], { at, count: 1 }))
  }
  for (const [key, { value, raw }] of now.entries) {
    const [there, before] = [own.entries.get(key), was.entries.get(key)]
    if (there === undefined && before !== undefined) continue
    if (there === undefined) edits.push(edit(own.end, 0, [raw], { at: was.end, count: 0 }))
    else if (there.value !== value)
      edits.push(
        edit(there.at, 1, [raw], before === undefined ? { at: was.end, count: 0 } : { at: before.at, count: 1 }),
      )
  }
  return edits
}

const edit = (at: number, count: number, lines: readonly string[], base: Edit['base']): Edit => ({
  at,
  count,
  lines,
  base,
  kind: 'along',
  place: `${FRONT}, metadata`,
})

interface Entries {
  readonly entries: ReadonlyMap<string, { readonly at: number; readonly raw: string; readonly value: string }>
  readonly end: number
}

function entriesOf(skill: ReadSkill): Entries | undefined {
  const lines = raws(skill)
  const block = blockOf(skill, 'metadata')
  if (block === undefined || !/^metadata:[ \t]*(?:#.*)?$/.test(lines[block.at]!)) return undefined
  const entries = new Map<string, { at: number; raw: string; value: string }>()
  for (let at = block.at + 1; at < block.at + block.count; at++) {
    const key = ENTRY.exec(lines[at]!)?.[1]
    if (key !== undefined) entries.set(key, { at, raw: lines[at]!, value: skill.md!.metadata[key] ?? '' })
  }
  return { entries, end: block.at + block.count }
}

/** A key of `metadata` at the indent of a draft, because an inserted line must have the indent of the others. */
const ENTRY = /^ {2}["']?([\w-]+)["']?[ \t]*:/

/** Parses the front matter of SKILL.md. Does not throw: `md` is undefined if it is invalid. */
export function readSkill(text: SkillText, whole: string): ReadSkill {
  try {
    return { text, md: parseSkillMd(whole) }
  } catch {
    return { text, md: undefined }
  }
}
