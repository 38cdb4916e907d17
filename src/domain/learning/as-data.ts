/** Escapes a text that is put between tags, so that it cannot close them or open others. */
export const asData = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
