/** Replaces `count` units at `at` of the person's text by `lines`; `base` is the place in the previous draft. */
export interface Edit {
  readonly at: number
  readonly count: number
  /** Lines of the new draft, without line ends. */
  readonly lines: readonly string[]
  readonly base: { readonly at: number; readonly count: number }
  /** `conflict`: the person changed the place too, and theirs stays; `along`: counts and metadata, always applied. */
  readonly kind: 'change' | 'conflict' | 'along'
  /** The section, or the key of the front matter. */
  readonly place: string
  /** A whole section: a blank line is put before and after it. */
  readonly block?: boolean
}

/**
 * Sorts edits by place. Adjacent removals of one kind and section are joined with the insertions at their place;
 * insertions without a removal stay separate.
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
