/**
 * Whether a folder is one that a glob names, or lies below it. In a glob `*` is any part of a name, `?` one character of
 * it, and `**` any number of folders; names are compared as they are written. Takes time in proportion to the product of
 * both lengths at most.
 */
export function isBelowGlob(folder: string, glob: string): boolean {
  return matches([...namesIn(glob), '**'], namesIn(folder), {
    isAny: (name) => name === '**',
    isSame: (pattern, name) =>
      matches([...pattern], [...name], { isAny: (c) => c === '*', isSame: (c, d) => c === '?' || c === d }),
  })
}

/** A path in its names; both slashes part them, and the first is empty where it begins at the root. */
function namesIn(path: string): readonly string[] {
  const [first = '', ...rest] = path.split(/[\\/]/)
  return [first, ...rest.filter((name) => name !== '' && name !== '.')]
}

/** Matches from the left, and goes back to the latest `isAny` only: an earlier one can take no more than that one. */
function matches(
  pattern: readonly string[],
  text: readonly string[],
  { isAny, isSame }: { isAny: (part: string) => boolean; isSame: (part: string, of: string) => boolean },
): boolean {
  let [at, in_] = [0, 0]
  let back: { readonly at: number; from: number } | undefined
  while (in_ < text.length) {
    const part = pattern[at]
    if (part !== undefined && isAny(part)) {
      at++
      back = { at, from: in_ }
    } else if (part !== undefined && isSame(part, text[in_]!)) {
      at++
      in_++
    } else if (back === undefined) return false
    else {
      back.from++
      at = back.at
      in_ = back.from
    }
  }
  return pattern.slice(at).every(isAny)
}
