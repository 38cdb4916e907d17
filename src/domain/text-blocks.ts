/** A paragraph or a fenced code block of Markdown. */
export interface TextBlock {
  readonly lines: readonly string[]
  readonly isCode: boolean
}

/** Paragraphs and code blocks without the empty lines between them; a code block that is not closed goes to the end. */
export function textBlocks(text: string): readonly TextBlock[] {
  const blocks: { lines: string[]; isCode: boolean }[] = []
  let fence: string | undefined
  let isOpen = false
  for (const line of text.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
    if (fence === undefined && line.trim() === '') {
      isOpen = false
      continue
    }
    if (!isOpen) blocks.push({ lines: [], isCode: false })
    isOpen = true
    const block = blocks.at(-1)
    block?.lines.push(line)
    if (fence === undefined) {
      fence = mark
      if (block !== undefined && fence !== undefined) block.isCode = true
    } else if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
  }
  return blocks
}
