/** The notice that a draft carries until a person promotes it. */
export const NOTICE = '> Drafted automatically from successful turns; review before relying on it.'

/** The first lines of a draft's body below its notice, and of the whole body after a person's review. */
export const FIRST_LINES = '## When to use\nRequests like\n'

/** The beginning of a draft's last line, and its beginnings in other versions. */
export const LAST_LINE = '[What each run did]('
export const LAST_LINES = [
  LAST_LINE,
  'What each run did: [',
  '- What each run did, step by step, and what was left out: [',
]
