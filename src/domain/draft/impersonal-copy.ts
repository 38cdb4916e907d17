import { formatSkillMd, parseSkillMd } from '../skill-md-format.ts'
import { FIRST_LINES } from './body-ends.ts'

/**
 * The text of SKILL.md without what it quotes of a person's requests and without the head of a draft: what may be given to
 * others. Of a text that is no draft's only such quotes are left out. Throws `bad_file`.
 */
export function withoutRequests(text: string, name: string): string {
  const { description, metadata, extra, body } = parseSkillMd(text)
  const { source, signature, evidence, ...own } = metadata
  const told = description.replace(SUCH_AS, '.').replace(/(?<!\.)\.{2,}$/, '.')
  const kept = body.replace(REQUESTS, '').replace(EVIDENCE_LINK, '').trim()
  const written = formatSkillMd({ name, description: told, metadata: own, body: kept })
  // Fields that its author gave it, such as a licence, stay as they are.
  const more = Object.entries(extra).map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
  return more.length === 0 ? written : written.replace('\n---\n', () => `\n${more.join('\n')}\n---\n`)
}

/** How `describe` ends a description: ` Use it for requests such as "…" or "…".`, or `, such as "…".` */
const SUCH_AS = /(?:\. Use it for [^".]{1,60})?,? such as "[^"]{0,200}"(?: or "[^"]{0,200}")?\.?$/
/** The section that `FIRST_LINES` begins. */
const REQUESTS = new RegExp(`^${FIRST_LINES}(?:- ".{0,400}\n?){1,20}\n*`, 'm')
const EVIDENCE_LINK = /^.{0,2}\[?What each (?:run did|statement rests on).{0,120}references\/evidence\.md\)?$/m
