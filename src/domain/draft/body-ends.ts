/** The notice that a draft carries until a person promotes it. */
export const NOTICE = '> Drafted automatically from successful turns; review before relying on it.'
/** That of a skill from a document, behind which there is no run. */
export const DOCUMENT_NOTICE = '> Drafted automatically from a document; review before relying on it.'
export const NOTICES: readonly string[] = [NOTICE, DOCUMENT_NOTICE]

/** The first lines of a draft's body below its notice, and of the whole body after a person's review. */
export const FIRST_LINES = '## When to use\nRequests like\n'

/** The beginning of a draft's last line, that of a skill which a model proposed, and their beginnings in other versions. */
export const LAST_LINE = '[What each run did]('
export const CLAIMS_LAST_LINE = '[What each statement rests on]('
export const LAST_LINES = [
  LAST_LINE,
  CLAIMS_LAST_LINE,
  'What each run did: [',
  '- What each run did, step by step, and what was left out: [',
]

/** A section between them; none without lines. */
export const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, ...lines]
