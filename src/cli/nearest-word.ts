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

/** What people type who know other tools, or the words of the page, by the command that they mean. */
const OTHER_WORDS: Readonly<Record<string, readonly string[]>> = {
  setup: ['init', 'start', 'connect', 'begin'],
  skills: ['list', 'ls', 'find', 'search', 'grep'],
  show: ['show', 'view', 'read', 'cat'],
  'skills promote': ['keep', 'accept', 'approve', 'activate'],
  'skills archive': ['drop', 'remove', 'rm', 'delete', 'disable'],
  'help options': ['config', 'configure', 'settings', 'options'],
  '--version': ['version'],
}

/** The command that a word of another tool, or of the page, stands for. */
export const commandMeantBy = (word: string): string | undefined =>
  Object.entries(OTHER_WORDS).find(([, words]) => words.includes(word.toLowerCase()))?.[0]

function sharedStart(a: string, b: string): number {
  const at = [...a].findIndex((c, i) => c !== b[i])
  return at < 0 ? a.length : at
}

const reversed = (text: string): string => [...text].reverse().join('')
