/** What every line that this package puts before a model begins with, so that it is told apart from a person's words. */
export const HINT_MARK = '[wayland-core]'

/** The first and the last words of a hint: what stands before and behind them in a line is not the hint's. */
export const HINT_OPENING = `${HINT_MARK} A skill may fit this task:`
export const HINT_END = 'ignore it if it does not fit.'
