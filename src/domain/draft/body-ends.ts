/** The notice that a draft carries until a person promotes it. */
export const NOTICE = '> Drafted automatically from successful turns; review before relying on it.'

/** What a draft's text begins with below its notice, and after a person's review at all. */
export const FIRST_LINES = '## When to use\nRequests like\n'

/** What its last line begins with, and what that began with in other versions. */
export const LAST_LINE = '[What each run did]('
export const LAST_LINES = [
  LAST_LINE,
  'What each run did: [',
  '- What each run did, step by step, and what was left out: [',
]
