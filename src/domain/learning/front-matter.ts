/** The text of a SKILL.md in two parts, byte for byte: the front matter with its lines `---` ('' without one), and the body. */
export function inParts(text: string): { readonly front: string; readonly body: string } {
  const front = /^---\r?\n[\s\S]*?\r?\n---[ \t]*\r?\n/.exec(text)?.[0] ?? ''
  return { front, body: text.slice(front.length) }
}
