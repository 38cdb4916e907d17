/** What every line that this package puts before a model begins with, so that it is told apart from a person's words. */
export const HINT_MARK = '[wayland-core]'

/** Text without the lines that this package put there: they are never evidence. */
export function withoutHints(text: string): string {
  if (!text.includes(HINT_MARK)) return text
  return text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith(HINT_MARK))
    .join('\n')
}
