/** Text within tags of ours: no tag can be written by what stands inside. */
export const asData = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
