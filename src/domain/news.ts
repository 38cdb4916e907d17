/** Drafts that the line names; further ones are counted. */
const MAX_NAMED = 3

/** One line that tells a person of new drafts; undefined where there are none. */
export function newsLine(drafts: readonly string[]): string | undefined {
  if (drafts.length === 0) return undefined
  const more = drafts.length > MAX_NAMED ? ` and ${drafts.length - MAX_NAMED} more` : ''
  const named = `${drafts.slice(0, MAX_NAMED).join(', ')}${more}`
  const what = drafts.length === 1 ? 'a skill was drafted from your own runs' : 'skills were drafted from your own runs'
  return `wayland-core: ${what}: ${named}. To review: wayland-core --skills-audit`
}

/** Matches that line within a text. */
export const NEWS =
  /wayland-core: (?:a skill was|skills were) drafted from your own runs: [^\n]{1,900}?\. To review: wayland-core --skills-audit/g
