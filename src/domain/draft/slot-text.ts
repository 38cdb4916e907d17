import { impersonal } from './impersonal.ts'
import { code } from './quote.ts'
import type { Slot } from './slots.ts'

/** A placeholder with what it was in the runs. */
export function slotText(slot: Slot): string {
  const seen = distinct(slot)
  const some = seen.slice(0, MAX_SEEN).map((text) => code(impersonal(text), 60))
  return `\`<${slot.name}>\`: ${place(seen)}${some.join(', ')}${seen.length > MAX_SEEN ? ` and ${seen.length - MAX_SEEN} more` : ''}`
}

/** Seen values that are named in SKILL.md; the rest is in the evidence. */
const MAX_SEEN = 3

/** Every value once, one of each run first. */
export function distinct(slot: Slot): readonly string[] {
  const lists = [...slot.values.values()]
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const rounds = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1)))
  return [...new Set(rounds.flat())]
}

/** Where files lie and of which sort they are, when all agree. */
function place(paths: readonly string[]): string {
  if (!paths.every((path) => /^[^\s:]*[\w-]\.\w+$/.test(path))) return 'seen: '
  const sorts = new Set(paths.map((path) => path.slice(path.lastIndexOf('.'))))
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  let depth = 0
  while (folders.every((parts) => parts[depth] !== undefined && parts[depth] === folders[0]![depth])) depth++
  const sort = sorts.size === 1 ? `${code([...sorts][0]!)} files` : 'files'
  const under = depth === 0 ? '' : ` under ${code(`${folders[0]!.slice(0, depth).join('/')}/`)}`
  return sort === 'files' && under === '' ? 'seen: ' : `${sort}${under}; seen: `
}
