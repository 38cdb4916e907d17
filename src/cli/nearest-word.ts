/**
 * The known word nearest to a mistyped one: the two share their first three letters, or half of both at beginning and
 * end. Undefined where none is that near.
 */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const bare = (text: string) => text.replace(/^-+/, '').toLowerCase()
  const typed = bare(word)
  const scored = known.map((name) => {
    const meant = bare(name)
    const start = sharedStart(typed, meant)
    const most = Math.min(typed.length, meant.length) - start
    const end = Math.min(most, sharedStart(reversed(typed), reversed(meant)))
    return { name, start, share: (2 * (start + end)) / (typed.length + meant.length) }
  })
  return scored.filter(({ start, share }) => start >= 3 || share >= 0.5).sort((a, b) => b.share - a.share)[0]?.name
}

function sharedStart(a: string, b: string): number {
  const at = [...a].findIndex((c, i) => c !== b[i])
  return at < 0 ? a.length : at
}

const reversed = (text: string): string => [...text].reverse().join('')
