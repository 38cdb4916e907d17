import type { SkillLoop } from '../app/skill-loop.ts'
import type { Capability } from '../domain/capabilities/capability.ts'
import { inWords } from '../domain/capabilities/gravest.ts'
import { NOTICES } from '../domain/draft/body-ends.ts'
import { isSplitOff } from '../domain/lifecycle.ts'
import type { Finding } from '../domain/safety.ts'
import { isDraft, isDrafted, isWithdrawn, type Skill, type SkillCounts } from '../domain/skill.ts'
import { isFromDocument, statusLabel } from '../domain/visibility.ts'
import { columns, wrapped } from './columns.ts'
import { findingLines } from './finding-lines.ts'
import { short } from './outlook-text.ts'
import { type Waiting, waitingLines } from './proposed-version.ts'
import { counted, type Report } from './report.ts'

export interface Shown {
  readonly skill: Skill
  readonly history: Awaited<ReturnType<SkillLoop['review']['history']>>
  readonly evidence: Awaited<ReturnType<SkillLoop['review']['evidence']>>
  readonly findings: readonly Finding[]
  readonly capabilities: readonly Capability[]
  /** What it can do that the version which a person approved could not. */
  readonly fresh: readonly Capability[] | undefined
  readonly waiting: Waiting
  /** Whether its use is known: not without a database. */
  readonly isCounted: boolean
  /** Tools that its front matter asks to be allowed. */
  readonly tools: readonly string[]
}

/** Writes what a decision about a skill needs, the most important first: about 25 lines, and what waits beside it. */
export function tellPage(shown: Shown, report: Report): void {
  const { skill, findings, waiting } = shown
  for (const line of headLines(shown, report.width)) report.line(line)
  const { lines, isCut } = textOf(skill)
  if (lines.length > 0) report.line(`\n${lines.map((line) => `  ${line}`.trimEnd()).join('\n')}`)
  if (isCut) report.line('  …')
  report.line()
  for (const fact of facts(shown)) report.line(wrapped(fact, report.width).join('\n'))
  const serious = findings.filter(({ severity }) => severity !== 'note')
  if (serious.length > 0) report.line(`\n${findingLines(serious.slice(0, MAX_FINDINGS)).join('\n')}`)
  if (serious.length > MAX_FINDINGS) report.line(`… and ${serious.length - MAX_FINDINGS} more`)
  const beside = waitingLines(waiting, { inShort: true })
  if (beside.length > 0) report.line(`\n${beside.join('\n').trimEnd()}`)
  tellNext([...decisions(skill), ['Everything about it', `wayland-core show ${skill.name} --all`]], report)
}

/** Name and status, why it is not offered yet, and what it is for. */
export const headLines = ({ skill, history }: Pick<Shown, 'skill' | 'history'>, width: number): readonly string[] => [
  `${skill.name}: ${statusLabel(skill)}`,
  ...(skill.status === 'watching' ? wrapped(whyWatching(skill, history), width) : []),
  ...wrapped(skill.description, width),
]

/** Rows of what to do next; not cut to the terminal's width, because a person pastes them. */
export const tellNext = (rows: readonly (readonly string[])[], report: Report): void => {
  if (rows.length > 0) report.line(`\n${columns(rows)}`)
}

/** The commands that decide about a skill in its status. */
export function decisions(skill: Skill): readonly (readonly string[])[] {
  const { name, status, needsReview } = skill
  if (status === 'quarantined') return [['Use it in spite of that', `wayland-core skills promote ${name} --force`]]
  if (isWithdrawn(skill)) return [['Bring it back for review', `wayland-core skills restore ${name}`]]
  if (!isDraft(skill)) return [['Take it out of use', `wayland-core skills archive ${name}`]]
  return needsReview
    ? [
        ['Keep it', `wayland-core skills promote ${name}`],
        ['Drop it', `wayland-core skills archive ${name}`],
      ]
    : []
}

export const toolsText = (tools: readonly string[]): string => `${tools.join(', ')} (nothing is allowed by that here)`

const MAX_FINDINGS = 6
const MAX_LINES = 16
/** A longer line of the text is cut. */
const MAX_LINE = 160

/** Sections of a draft that the head or the facts say already. */
const SAID = ['When to use']
/** The lines that a draft begins with; what else stands before its sections is a person's or another's. */
const HEAD = new RegExp(`^(?:${NOTICES.join('|')}|Signature: .*|Evidence: \\d+ .*)$`, 'gm')

/** The text of a skill, as far as it fits: of a draft its steps first, without what is said elsewhere. */
function textOf({ body, origin }: Skill): { readonly lines: readonly string[]; readonly isCut: boolean } {
  const sections = body.trim().split(/^(?=## )/m)
  const rank = (section: string): number => (section.startsWith('## Steps') ? 0 : 1)
  const of = isDrafted(origin)
    ? sections
        .map((section) => (section.startsWith('## ') ? section : section.replace(HEAD, '')))
        .filter((section) => section.trim() !== '' && !SAID.some((title) => section.startsWith(`## ${title}`)))
        .sort((a, b) => rank(a) - rank(b))
    : sections
  const lines = of
    .join('\n')
    .replace(/^\[What each run did\]\(.*\)$/m, '')
    .replace(/ \[(\d+)\/(\d+)\]$/gm, ' (in $1 of $2 runs)')
    .trim()
    .replace(/\n{3,}/g, '\n\n')
    .split('\n')
  const isCut = lines.length > MAX_LINES
  const first = lines.slice(0, MAX_LINES).map(cut)
  // A title whose text is cut off says nothing.
  while (isCut && /^(?:## .*)?$/.test(first.at(-1) ?? 'text')) first.pop()
  return { lines: first, isCut }
}

const cut = (line: string): string => (line.length <= MAX_LINE ? line : short(line, MAX_LINE))

/** Where it comes from, what it can do, what holds it back, and what came of it. */
function facts({ skill, capabilities, fresh, tools, isCounted }: Shown): readonly string[] {
  const where = skill.projects === undefined ? '' : ` in ${skill.projects.join(', ')}`
  const able = inWords(capabilities)
  return [
    [
      ...(isDrafted(skill.origin) && !isFromDocument(skill)
        ? [
            `${skill.origin === 'model' ? 'By a language model, from' : 'From'} ${counted(skill.evidenceCount, 'run')}${where}.`,
          ]
        : []),
      isCounted ? used(skill.counts) : 'How often it was offered is not known: the database is not available.',
    ].join(' '),
    ...(fresh === undefined || fresh.length === 0 ? [] : [`New since you approved it: ${inWords(fresh)}.`]),
    able === '' ? 'It can do nothing by itself; what its words ask of a model, only reading shows.' : `It ${able}.`,
    ...(skill.look === undefined ? [] : [`Not offered before you look at it: ${skill.look}.`]),
    ...(tools.length === 0 ? [] : [`Asks for tools: ${toolsText(tools)}.`]),
    `Its files: ${skill.path}`,
  ]
}

/** What is said of a use that is not known. */
export const UNCOUNTED = 'not known: the database is not available'

const times = (n: number): string => (n === 1 ? 'once' : `${n} times`)

const used = ({ offered, loaded, successes, failures }: SkillCounts): string =>
  offered + loaded === 0
    ? 'Not offered yet.'
    : `Offered ${times(offered)}, read ${times(loaded)}; ${successes} of those runs worked, ${failures} failed.`

function whyWatching(
  skill: Skill,
  history: Parameters<typeof isSplitOff>[0] & readonly { readonly reason: string }[],
): string {
  if (isSplitOff(history)) return history[0]?.reason ?? ''
  if (isFromDocument(skill)) return UNTRIED
  return WAITS
}

const UNTRIED =
  'It was drafted from a document: no run stands behind it, so it is not offered to a model. Read it beside references/evidence.md; promoting it makes it active.'
const WAITS =
  'Its runs share no step yet, or too little to be of use, so it is not offered to a model. Further runs that share more make it an ordinary draft; promoting it makes it active.'
