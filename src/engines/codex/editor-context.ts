/** The request in a message of an editor's extension, which puts the open files above it. */
export function withoutEditorContext(text: string): string {
  if (!text.startsWith('# Context from my IDE setup:')) return text
  const mark = /^## My request for Codex:[ \t]*\n/m.exec(text)
  return mark === null ? text : text.slice(mark.index + mark[0].length).trim()
}
