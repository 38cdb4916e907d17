/** Escapes a text that is put between tags, so that it cannot close them or open others. */
export const asData = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Undoes `asData` in what a model copied from it; a text in which entities stand for themselves stays. */
export const fromData = (copied: string, original: string): string =>
  /&(?:lt|amp);/.test(original) ? copied : copied.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** A text on one line, each run of blanks as one. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
