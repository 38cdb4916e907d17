/**
 * A pure function of texts that keeps its latest answers: in a long process the same commands and requests are read again and
 * again. What is longer than `longest` characters is read each time.
 */
export function remembered<T extends readonly (string | undefined)[], R>(
  of: (...texts: T) => R,
  { most = 2_048, longest = 4_096 } = {},
): (...texts: T) => R {
  const known = new Map<string, R>()
  return (...texts) => {
    const key = texts.map((text) => text ?? '\x01').join('\0')
    if (known.has(key)) return known.get(key) as R
    const made = of(...texts)
    if (key.length > longest) return made
    if (known.size >= most) known.clear()
    known.set(key, made)
    return made
  }
}
