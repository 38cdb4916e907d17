import { diffLines, diffWordsWithSpace } from 'diff'
import { visibleText } from './visible-text.ts'

/** Time after which the difference of two texts is shown by lines, in ms. */
const PATIENCE_MS = 300
/** Unchanged lines shown around a change. */
const CONTEXT = 3

/** The difference of two texts, word by word: what was removed and what was added, marked for eye and screen reader. */
export function WordDiff({ before, after }: { readonly before: string; readonly after: string }) {
  const changes = diffWordsWithSpace(before, after, { timeout: PATIENCE_MS }) ??
    diffLines(before, after, { timeout: PATIENCE_MS }) ?? [
      { value: before, removed: true, added: false },
      { value: after, removed: false, added: true },
    ]
  return (
    <pre class="diff" tabindex={0}>
      {changes.map(({ value, added, removed }, i) =>
        added ? (
          <ins>{visibleText(value)}</ins>
        ) : removed ? (
          <del>{visibleText(value)}</del>
        ) : (
          shortened(visibleText(value), { first: i === 0, last: i === changes.length - 1 })
        ),
      )}
    </pre>
  )
}

/** Unchanged text without the lines that are far from a change. */
function shortened(text: string, { first, last }: { readonly first: boolean; readonly last: boolean }) {
  const lines = text.split('\n')
  const [head, tail] = [first ? 0 : CONTEXT, last ? 0 : CONTEXT]
  if (lines.length <= head + tail + 2) return text
  const hidden = lines.length - head - tail
  return (
    <>
      {lines.slice(0, head).join('\n')}
      <span class="gap">{`\n⋯ ${hidden} unchanged lines ⋯\n`}</span>
      {lines.slice(lines.length - tail).join('\n')}
    </>
  )
}
