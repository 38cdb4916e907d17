import { WaylandError } from './errors.ts'

/** The one skill that a name, an id or a unique beginning of an id means. Throws `no_such_skill` or `ambiguous_skill`. */
export function findSkill<T extends { readonly id: string; readonly name: string }>(
  skills: readonly T[],
  reference: string,
): T {
  const exact = skills.find((skill) => skill.name === reference || skill.id === reference)
  if (exact !== undefined) return exact
  const wanted = reference.toLowerCase()
  const near =
    wanted === '' ? [] : skills.filter((skill) => skill.id.startsWith(wanted) || skill.name.startsWith(wanted))
  if (near.length === 1) return near[0] as T
  if (near.length === 0) throw new WaylandError('no_such_skill', `no skill is called "${reference}", by name or id`)
  const list = near.slice(0, 8).map((skill) => `${skill.name} (${skill.id})`)
  throw new WaylandError(
    'ambiguous_skill',
    `"${reference}" could be any of ${near.length} skills: ${list.join(', ')}${near.length > 8 ? ', …' : ''}`,
  )
}

/** The item with this id, or the only one whose id begins so; otherwise why no single one is meant. */
export function itemByIdPrefix<T extends object>(
  items: readonly T[],
  idOf: (item: T) => string,
  reference: string,
): T | 'none' | 'several' {
  const exact = items.filter((item) => idOf(item) === reference)
  const near = reference === '' ? [] : items.filter((item) => idOf(item).startsWith(reference))
  const [one, ...others] = exact.length > 0 ? exact : near
  if (one === undefined) return 'none'
  return others.length > 0 ? 'several' : one
}
