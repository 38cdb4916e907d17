/** Prefix of every line that this package shows to a model; it distinguishes the line from a person's words. */
export const HINT_MARK = '[wayland-core]'

/** The first and the last words of a hint, which delimit it within a longer line. */
export const HINT_OPENING = `${HINT_MARK} A skill may fit this task:`
export const HINT_END = 'ignore it if it does not fit.'
