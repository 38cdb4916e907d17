/** The texts in a value such as a tool's input, with the names of its fields that are longer than names, however deep. */
export function textsOf(root: unknown): readonly string[] {
  const texts: string[] = []
  const left = [root]
  const seen = new Set<unknown>()
  while (left.length > 0) {
    const value = left.pop()
    if (typeof value === 'string') texts.push(value)
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    // One by one: a call takes no more arguments than its stack has room for.
    for (const key of Object.keys(value)) if (key.length > LONGEST_NAME) texts.push(key)
    for (const inner of Object.values(value).toReversed()) left.push(inner)
  }
  return texts
}

const LONGEST_NAME = 24

/** The lines of a Jupyter notebook as they are read and run, which the file holds as JSON strings. Undefined for other files. */
export function notebookText(json: string): string | undefined {
  try {
    return textsOf(JSON.parse(json))
      .map((line) => (line.endsWith('\n') ? line : `${line}\n`))
      .join('')
  } catch {
    return undefined
  }
}
