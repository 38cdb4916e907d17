/** Escapes a text that is put between tags, so that it cannot close them or open others. */
export const asData = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Undoes `asData` in what a model copied from it; a text in which entities stand for themselves stays. */
export const fromData = (copied: string, original: string): string =>
  /&(?:lt|amp);/.test(original) ? copied : copied.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** A text on one line, each run of blanks as one. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** An attribute of a tag, after a blank; none without a value. */
export const attribute = (name: string, value = ''): string =>
  value === '' ? '' : ` ${name}="${asData(oneLine(value)).replaceAll('"', '&quot;')}"`

/** Items in parts of at most `room` in all, in their order; what is larger is a part of its own. */
export function inParts<T>(items: readonly T[], sizeOf: (item: T) => number, room: number): readonly (readonly T[])[] {
  const parts: T[][] = []
  let left = 0
  for (const item of items) {
    const size = sizeOf(item)
    if (size > left || parts.length === 0) {
      parts.push([])
      left = room
    }
    parts.at(-1)!.push(item)
    left -= size
  }
  return parts
}
