/** A change of a text: units are replaced by lines, at places in what a person has and in what was drafted before. */
export interface Edit {
  readonly at: number
  readonly count: number
  /** As the new draft has them, without line ends. */
  readonly lines: readonly string[]
  readonly base: { readonly at: number; readonly count: number }
  /** `conflict`: the person changed the same place, and theirs stays unless they say otherwise; `along`: figures of the draft. */
  readonly kind: 'change' | 'conflict' | 'along'
  /** The section, or the key of the front matter. */
  readonly place: string
  /** A section of its own: a blank line stands before and after it. */
  readonly block?: boolean
}

/**
 * Edits in the order of their places. Lines taken away side by side, and what is put in their place, are one edit; lines that
 * are only put there are one edit each.
 */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const sorted = edits
    .map((edit, nth) => ({ edit, nth }))
    .sort((a, b) => a.edit.at - b.edit.at || a.edit.count - b.edit.count || a.nth - b.nth)
    .map(({ edit }) => edit)
  const groups: Edit[][] = []
  for (const edit of sorted) {
    const group = groups.at(-1)
    if (group !== undefined && isBeside(group.at(-1)!, edit)) group.push(edit)
    else groups.push([edit])
  }
  return groups.flatMap((group) => (group.some(({ count }) => count > 0) ? [group.reduce(join)] : group))
}

function isBeside(a: Edit, b: Edit): boolean {
  const inPlace = (edit: Edit) => edit.block === true || (edit.count > 0 && edit.lines.length > 0)
  if (a.kind !== b.kind || a.place !== b.place || inPlace(a) || inPlace(b)) return false
  return a.at + a.count === b.at && a.base.at + a.base.count === b.base.at
}

const join = (a: Edit, b: Edit): Edit => ({
  ...a,
  count: a.count + b.count,
  lines: [...a.lines, ...b.lines],
  base: { at: a.base.at, count: a.base.count + b.base.count },
})
