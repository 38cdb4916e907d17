/** Files remembered, and ends of each: those of a session whose events wait in the spool. */
const MAX_FILES = 128
const MAX_ENDS = 32

/** The ends of turns that were read before their event was handled, by the mark of their last words. */
export interface ReadEnds {
  add(path: string, words: string): void
  /** Whether an end with these words was read, which is forgotten with it: a later event needs an end of its own. */
  take(path: string, words: string): boolean
}

export function readEnds(): ReadEnds {
  const files = new Map<string, string[]>()
  return {
    add(path, words) {
      const ends = files.get(path) ?? []
      files.delete(path)
      files.set(path, [...ends, words].slice(-MAX_ENDS))
      const [oldest] = files.keys()
      if (files.size > MAX_FILES && oldest !== undefined) files.delete(oldest)
    },
    take(path, words) {
      const ends = files.get(path) ?? []
      const at = ends.indexOf(words)
      if (at < 0) return false
      ends.splice(at, 1)
      if (ends.length === 0) files.delete(path)
      return true
    },
  }
}
