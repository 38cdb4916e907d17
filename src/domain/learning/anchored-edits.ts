import { fromData } from './as-data.ts'
import type { AnchoredEdit } from './prompts/merge.ts'

/** The edited text, or why the first edit that fails cannot be made. */
export type EditResult = { readonly text: string } | { readonly fault: string }

/**
 * Applies edits in order: an anchor must be whole lines that occur exactly once, blanks at their ends apart, or, for an
 * insertion, a part of one line; an edit must name each line that it removes, which an anchor of one line does. Other
 * bytes stay.
 */
export function withEdits(text: string, edits: readonly AnchoredEdit[]): EditResult {
  if (edits.length === 0) return { fault: 'it holds no edit' }
  let now = text
  for (const [i, edit] of edits.entries()) {
    const next = withEdit(now, edit)
    if ('fault' in next) return { fault: `edit ${i + 1}: ${next.fault}` }
    now = next.text
  }
  return now === text ? { fault: 'its edits change nothing' } : { text: now }
}

function withEdit(text: string, { anchor, action, text: added, removes }: AnchoredEdit): EditResult {
  const lines = text.split('\n')
  const wanted = trimmedLines(anchor)
  const places = placesOf(lines, wanted, action === 'insert_after')
  const [at] = places
  if (at === undefined) return { fault: `its anchor does not stand in the skill: "${wanted[0]?.slice(0, 80)}"` }
  if (places.length > 1)
    return { fault: `its anchor stands ${places.length} times in the skill: "${wanted[0]?.slice(0, 80)}"` }
  if (action !== 'delete' && added.trim() === '') return { fault: 'it has no text' }
  const fresh = action === 'delete' ? [] : trimmedLines(added)
  const anchored = lines.slice(at, at + wanted.length)
  const kept = action === 'insert_after' ? [...anchored, ...fresh] : fresh
  const gone = anchored.filter((line) => line.trim() !== '' && !kept.includes(line))
  const named = [...removes, ...(anchored.length === 1 ? anchored : [])].map((line) => line.trim())
  const unnamed = gone.find((line) => !named.includes(line.trim()))
  if (unnamed !== undefined) return { fault: `it takes out a line that it does not name: "${unnamed.slice(0, 80)}"` }
  return { text: lines.toSpliced(at, wanted.length, ...kept).join('\n') }
}

/** Where the lines stand; the line that holds a single one in it, where none is it. */
function placesOf(lines: readonly string[], wanted: readonly string[], isPartEnough: boolean): readonly number[] {
  const whole = lines.flatMap((_, at) =>
    wanted.every((line, i) => lines[at + i]?.trimEnd() === line.trimEnd()) ? [at] : [],
  )
  const [part = '', ...more] = wanted.map((line) => line.trim())
  if (whole.length > 0 || !isPartEnough || more.length > 0 || part === '') return whole
  return lines.flatMap((line, at) => (line.includes(part) ? [at] : []))
}

/** Edits with the characters of the text, where a model copied them as they were shown to it: `<name>` for `&lt;name>`. */
export function asWritten(edits: readonly AnchoredEdit[], text: string): readonly AnchoredEdit[] {
  const read = (copied: string): string => fromData(copied, text)
  return edits.map((edit) => ({
    ...edit,
    anchor: read(edit.anchor),
    text: read(edit.text),
    removes: edit.removes.map(read),
  }))
}

/** The lines of a text without empty ones at its ends. */
function trimmedLines(text: string): readonly string[] {
  const lines = text.split('\n')
  const first = lines.findIndex((line) => line !== '')
  return first < 0 ? [''] : lines.slice(first, lines.findLastIndex((line) => line !== '') + 1)
}
