/**
 * A text as one word of a command line: between double quotes a POSIX shell still reads `$`, backtick, `"` and `\`; no path
 * on Windows holds a quote.
 */
export const shellWord = (text: string, platform: NodeJS.Platform = process.platform): string =>
  platform === 'win32' ? `"${text}"` : `"${text.replace(/[$`"\\]/g, '\\$&')}"`
