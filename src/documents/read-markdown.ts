import type { DocumentBlock } from '../domain/learning/document.ts'

/** Text or Markdown by paragraphs: lines with `#` and underlined lines are headings, apart from code. */
export function readMarkdown(text: string): readonly DocumentBlock[] {
  const blocks: DocumentBlock[] = []
  let open: string[] = []
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'text', text: open.join('\n') })
    open = []
  }
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === '' && mark !== undefined) fence = mark
    else if (fence !== '' && mark?.startsWith(fence) === true) fence = ''
    const heading = fence === '' && mark === undefined ? headingOf(line, open) : undefined
    if (heading !== undefined) {
      if (heading.above) open.pop()
      close()
      blocks.push({ kind: 'heading', text: heading.text })
    } else if (line.trim() === '' && fence === '') close()
    else open.push(line)
  }
  close()
  return blocks
}

/** `above`: the line before is the heading, and this one underlines it. */
function headingOf(
  line: string,
  open: readonly string[],
): { readonly text: string; readonly above: boolean } | undefined {
  const marked = /^ {0,3}#{1,6} ([^\n]*)$/.exec(line)?.[1]
  if (marked !== undefined) return { text: marked.trim().replace(/ #{1,6}$/, ''), above: false }
  const [before] = open
  return open.length === 1 &&
    before !== undefined &&
    before.trim().length > 1 &&
    /^(?:={3,80}|-{3,80})\s{0,8}$/.test(line)
    ? { text: before.trim(), above: true }
    : undefined
}
