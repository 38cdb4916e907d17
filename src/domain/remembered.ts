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
    // Mostly of one text, which is its own key: to join it takes longer than to find it.
    const key = texts.length === 1 ? (texts[0] ?? '\x01') : texts.map((text) => text ?? '\x01').join('\0')
    const before = known.get(key)
    if (before !== undefined || known.has(key)) return before as R
    const made = of(...texts)
    if (key.length > longest) return made
    if (known.size >= most) known.clear()
    known.set(key, made)
    return made
  }
}
