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
