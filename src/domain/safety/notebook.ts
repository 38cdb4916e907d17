/** Maximum number of cells and outputs of a notebook that are read. */
const MOST_CELLS = 2_000

/**
 * The cells of a Jupyter notebook and their outputs as plain lines, which the file holds as JSON strings. Undefined for
 * other files.
 */
export function notebookText(json: string): string | undefined {
  let book: unknown
  try {
    book = JSON.parse(json)
  } catch {
    return undefined
  }
  const cells = fieldOf(book, 'cells') ?? fieldOf((fieldOf(book, 'worksheets') as unknown[] | undefined)?.[0], 'cells')
  if (!Array.isArray(cells)) return undefined
  return cells
    .slice(0, MOST_CELLS)
    .flatMap((cell) => [
      joined(fieldOf(cell, 'source') ?? fieldOf(cell, 'input')),
      ...printed(fieldOf(cell, 'outputs')),
    ])
    .filter((text) => text !== '')
    .join('\n\n')
}

const fieldOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined

const joined = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? value.filter((piece) => typeof piece === 'string').join('')
      : ''

function printed(outputs: unknown): string[] {
  if (!Array.isArray(outputs)) return []
  return outputs.map((output) => {
    const data = fieldOf(output, 'data')
    return [
      fieldOf(output, 'text'),
      fieldOf(data, 'text/plain'),
      fieldOf(data, 'text/markdown'),
      fieldOf(data, 'text/html'),
    ]
      .map(joined)
      .filter((text) => text !== '')
      .join('\n')
  })
}
