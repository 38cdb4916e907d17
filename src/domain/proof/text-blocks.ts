/** A line of a body, or a block of code for the shell. */
export interface Block {
  readonly text: string
  readonly isScript: boolean
  /** It stands in a section of checks, which may name a step again. */
  readonly isCheck: boolean
}

/** The lines and scripts of a Markdown body that tell what to do: no headings, quotations, comments or other code. */
export function blocksOf(body: string): readonly Block[] {
  const blocks: Block[] = []
  let isSkipped = false
  let isCheck = false
  let fence: { readonly mark: string; readonly isShell: boolean; readonly lines: string[] } | undefined
  for (const line of body.split('\n')) {
    const [, mark, language = ''] = /^\s{0,8}(`{3,}|~{3,})\s{0,3}([\w+-]{0,20})/.exec(line) ?? []
    if (fence !== undefined) {
      if (mark?.startsWith(fence.mark) !== true) fence.lines.push(line.trim().replace(/^\$ /, ''))
      else {
        if (fence.isShell && !isSkipped) blocks.push({ text: fence.lines.join('\n'), isScript: true, isCheck })
        fence = undefined
      }
    } else if (mark !== undefined) fence = { mark, isShell: SHELLS.has(language.toLowerCase()), lines: [] }
    else if (/^#{1,6}\s/.test(line)) {
      isSkipped = BESIDE.test(line)
      isCheck = CHECKS.test(line)
    } else if (!isSkipped && !/^\s{0,8}(?:>|<!--|\[[^\]]{0,80}\]\()/.test(line) && line.trim() !== '')
      blocks.push({ text: line, isScript: false, isCheck })
  }
  return blocks
}

const SHELLS = new Set(['', 'sh', 'bash', 'shell', 'zsh', 'console'])

const CHECKS = /^#{1,6}\s{1,4}(?:verify|verification|checks?)\b/i

/** Headings of sections that tell when a skill is for, what varies and where it comes from. */
const BESIDE = /^#{1,6}\s{1,4}(?:when|inputs|evidence|examples?|requests|pitfalls|background|references|preferences)\b/i
