/** A text on one line, each run of blanks as one. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
