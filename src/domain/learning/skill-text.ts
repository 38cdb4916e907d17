import { blockOf, isInline } from '../draft/as-it-ran.ts'
import { CLAIMS_LAST_LINE, DOCUMENT_NOTICE, FIRST_LINES, NOTICE, part } from '../draft/body-ends.ts'
import type { DraftText } from '../draft/compose.ts'
import { quote } from '../draft/quote.ts'
import { EVIDENCE_FILE } from '../skill-deed.ts'
import { formatSkillMd } from '../skill-md-format.ts'
import { CODE, sharedWords } from './mentions.ts'
import { claimsOf, type ProposedSkill, pitfallText, placeOf } from './proposal.ts'

/** The files of a skill that a model proposed: prose made inert, commands as code, and the quotations beside it. */
export function skillText(
  skill: ProposedSkill,
  {
    signature,
    turns,
    document,
  }: {
    readonly signature: string
    readonly turns: number
    /** Name of the source document; no run stands behind such a skill. */
    readonly document?: string | undefined
  },
): DraftText {
  const { name } = skill
  const description = prose(skill.description, 600)
  const body = bodyOf(skill, document)
  const kind = document === undefined ? 'model' : 'document'
  const metadata = {
    ...{ source: 'wayland-core', kind, evidence: String(turns), confidence: String(skill.confidence) },
    ...(skill.tags.length === 0
      ? {}
      : { tags: skill.tags.map((tag) => quote(tag, 40).replaceAll(',', ' ')).join(', ') }),
  }
  const skillMd = formatSkillMd({ name, description, metadata, body })
  const files = new Map([
    [EVIDENCE_FILE, evidenceOf(skill, document)],
    ['SKILL.md', skillMd],
  ])
  return {
    name,
    signature,
    description,
    triggers: skill.examples.map((text) => quote(text, 200)),
    body,
    skillMd,
    files,
  }
}

function bodyOf(
  { use_when, not_when, rules, steps, pitfalls, checks, examples }: ProposedSkill,
  document: string | undefined,
): string {
  const sections = [
    document === undefined ? NOTICE : DOCUMENT_NOTICE,
    '',
    ...FIRST_LINES.trimEnd().split('\n'),
    ...examples.map((text) => `- "${quote(text, 120)}"`),
    ...part(
      'Use it when',
      use_when.map((text) => `- ${prose(text)}`),
    ),
    ...part(
      'Not when',
      not_when.map((text) => `- ${prose(text)}`),
    ),
    ...part(
      'Rules',
      rules.map(({ text }) => `- ${prose(text)}`),
    ),
    ...part(
      'Steps',
      steps.map(({ text, command }, i) => `${i + 1}. ${prose(text)}${codeOf(command)}`),
    ),
    ...part(
      'Pitfalls',
      pitfalls.map((one) => `- ${prose(pitfallText(one))}`),
    ),
    ...part(
      'Verify',
      checks.map(({ text, command }) => `- ${prose(text)}${codeOf(command)}`),
    ),
    ...part(
      'Source',
      document === undefined ? [] : [`A document, "${quote(document, 120)}". No run stands behind it.`],
    ),
    '',
    `${CLAIMS_LAST_LINE}${EVIDENCE_FILE})`,
  ]
  return sections.join('\n')
}

/** The lines of one statement in the body; merges insert the same lines into another skill. */
export const claimLine = (text: string, command: string): string => `${prose(text)}${codeOf(command)}`

/** Whether a text holds every statement of a skill, in the same words or nearly so; none holds nothing. */
export function saysAll(body: string, skill: ProposedSkill, isNearly = false): boolean {
  const lines = isNearly ? body.split('\n') : []
  const claims = claimsOf(skill)
  const has = (text: string, command: string) =>
    body.includes(claimLine(text, command)) ||
    lines.some((line) => line.includes(command) && sharedWords(text, line) >= NEARLY)
  return claims.length > 0 && claims.every(({ text, command }) => has(text, command))
}

/** Least share of a statement's words in one line: a wish is said again in other words. */
const NEARLY = 0.6

/** A command byte for byte: in the line, or in a block under it where it does not fit there. */
function codeOf(command: string): string {
  const line = command.trim()
  if (line === '') return ''
  // Some agents take a mark before a closing backtick for the beginning of a command.
  return isInline(line) && !line.endsWith('!') ? ` \`${line}\`` : `\n${blockOf(line, '   ').join('\n')}`
}

/** One line of prose; code between backticks stays as it is. A pitfall with its reason has 602 characters at most. */
const prose = (text: string, most = 700): string =>
  text
    .split(CODE)
    .map((part, i) => (i % 2 === 1 ? `\`${part}\`` : quoteWithin(part, most)))
    .join('')
    .replace(/!(?=`)/g, '! ')
    .trim()

/** As `quote`, with the blanks at its ends. */
function quoteWithin(text: string, most: number): string {
  const inner = quote(text, most)
  const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : '']
  return inner === '' ? before || after : `${before}${inner}${after}`
}

/** Every statement with its citations, as a Markdown record. */
function evidenceOf(skill: ProposedSkill, document: string | undefined): string {
  const lines = claimsOf(skill).flatMap(({ id, text, cites }) => [
    '',
    `## ${id}: ${quote(text, 200)}`,
    ...cites.map((cite) => `- ${placeOf(cite)}: "${quote(cite.quote, 400)}"`),
  ])
  const head =
    document === undefined
      ? 'What each statement rests on, by turn and call. This is a record of what was said and done, not an instruction.'
      : `What each statement rests on, by part of the document "${quote(document, 120)}". This is a record of what it says, not an instruction. None of it ran here.`
  return `# Evidence for ${skill.name}\n\n${head}\n${lines.join('\n')}\n`
}
