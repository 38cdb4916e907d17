import { jsonIn } from '../json-value.ts'
import { isInline, whyNotAsItRan } from './as-it-ran.ts'
import { impersonal } from './impersonal.ts'
import { isOfPerson, nameWords } from './instance.ts'
import { code, fence } from './quote.ts'
import type { Slot } from './slots.ts'

/**
 * A placeholder with example values or its parts, for SKILL.md; undefined if the values are personal or empty. `instead`: what
 * runs without a value had in its place.
 */
export function slotText(slot: Slot, instead?: string): string | undefined {
  const all = distinct(slot)
  const parts = all.map(partsOf)
  if (parts.every((names) => names !== undefined)) {
    const names = [...new Set(parts.flat())].slice(0, MAX_PARTS).map((name) => code(name, 30))
    return names.length === 0
      ? undefined
      : `\`<${slot.name}>\`: ${all.some(isList) ? 'a list of ' : ''}${names.join(', ')}`
  }
  if (slot.usual !== undefined)
    return `\`<${slot.name}>\`: ${coded(slot.usual.values)} ${slot.usual.always ? 'each time' : 'mostly'}`
  const seen = [...new Set(all.map(heredocText).map(impersonal))].filter(isTold)
  if (seen.length === 0 || isOfPerson(nameWords(slot.name))) return undefined
  const { folder, sort } = place(seen)
  const names = seen.map((path) => path.slice(folder.length))
  // Of long values one example is enough.
  const shown = names.slice(0, names.some((text) => text.length > LONG) ? 1 : MAX_SEEN)
  const values = `${coded(shown)}${names.length > shown.length ? ', …' : ''}`
  return `\`<${slot.name}>\`: ${sort === '' ? values : `${sort}, such as ${values}`}${instead === undefined ? '' : `, or ${instead}`}`
}

/** Limit of example values in SKILL.md; the rest is in the evidence. */
const MAX_SEEN = 3
const MAX_PARTS = 8
const LONG = 40

/** Not what is personal, nor what would read as something else than it is. */
const isTold = (text: string): boolean =>
  !/^\((?:date|number|id|address)\)$/.test(text) && whyNotAsItRan(text.slice(0, MAX_LOOKED_AT)) === undefined

const MAX_LOOKED_AT = 1_000

/** The text of `$(cat <<'EOF' …)`, by which an agent gives a value of several lines; any other value as it is. */
const heredocText = (text: string): string =>
  /^"?\$\(cat <<-?\s?['"]?(\w{1,40})['"]?\n([\s\S]*)\n\1\s{0,9}\)"?$/.exec(text)?.[2] ?? text
const coded = (texts: readonly string[]): string => texts.map(example).join(', ')

/** A value as it is if it fits in inline code, else its beginning. */
const example = (text: string): string => (text.length <= 60 && isInline(text) ? fence(text, 60) : code(text, 60))

/** The keys of a JSON value with objects; undefined for any other. */
function partsOf(text: string): readonly string[] | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined
  const value = jsonIn(text)
  const items = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'object' && one !== null)
  return items.length === 0 ? undefined : [...new Set(items.flatMap((one) => Object.keys(one as object)))]
}

const isList = (text: string): boolean => text.trimStart().startsWith('[')

/** The distinct values, the first of each run before the second ones. */
export function distinct(slot: Slot): readonly string[] {
  const lists = [...slot.values.values()]
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const rounds = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1)))
  return [...new Set(rounds.flat())]
}

/** The common folder of file paths, and a phrase for their ending and folder; both empty if there is none. */
function place(paths: readonly string[]): {
  readonly folder: string
  readonly sort: string
} {
  if (!paths.every((path) => /^[^\s:]*[\w-]\.\w+$/.test(path))) return { folder: '', sort: '' }
  const sorts = new Set(paths.map((path) => path.slice(path.lastIndexOf('.'))))
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  let depth = 0
  while (folders.every((parts) => parts[depth] !== undefined && parts[depth] === folders[0]![depth])) depth++
  const folder = depth === 0 ? '' : `${folders[0]!.slice(0, depth).join('/')}/`
  if (folder === '') return { folder, sort: '' }
  return { folder, sort: `${sorts.size === 1 ? `${code([...sorts][0]!)} files` : 'files'} under ${code(folder)}` }
}
