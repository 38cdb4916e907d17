import { asData, attribute, oneLine } from './as-data.ts'
import type { Refusal, Rejection, Sifted } from './gate.ts'
import { wordsOf } from './mentions.ts'
import { type Claim, claimsOf, type ProposedSkill, placeOf } from './proposal.ts'

interface KnownSkill {
  readonly name: string
  readonly description: string
  readonly body: string
}

export type FailedSkill = Pick<KnownSkill, 'name' | 'body'>

/** Input of the extracting prompt: session, existing skills, project notes, rejected proposals, requested files. */
export function extractText(given: {
  readonly session: string
  readonly skills: readonly KnownSkill[]
  readonly notes: string
  /** Proposals that a person did not want, the latest first. */
  readonly rejected: readonly Rejection[]
  readonly seen: readonly string[]
  /** Skills that were in use in a run of the session that failed. */
  readonly failed?: readonly FailedSkill[]
}): string {
  const skills = given.skills.map(({ name, description }) => `- ${asData(name)}: ${asData(description.slice(0, 300))}`)
  return [
    tagged('skills_there_are', skills.length === 0 ? 'none that is near' : skills.join('\n')),
    ...(given.failed ?? []).map(({ name, body }) =>
      tagged('skill_in_use_when_a_run_failed', `${asData(name)}\n${asData(body.slice(0, MAX_FAILED_BODY))}`),
    ),
    ...(given.notes === '' ? [] : [tagged('notes_of_the_project', asData(given.notes.slice(0, MAX_NOTES)))]),
    ...(given.rejected.length === 0 ? [] : [tagged('rejected_by_the_person', rejectedText(given.rejected))]),
    given.session,
    ...given.seen,
  ].join('\n\n')
}

/** A question again, with the answer to it and what was taken out of that. */
export const againText = (input: string, answer: ProposedSkill, { fallen, refusal }: Omit<Sifted, 'left'>): string =>
  [
    input,
    tagged('your_answer_before', `${asData(answer.name)}: ${asData(answer.description)}\n${statements(answer)}`),
    tagged(
      'taken_out',
      [
        ...fallen.map(({ text, reason }) => `- ${asData(oneLine(text))}: ${asData(reason)}`),
        ...(refusal === undefined ? [] : [`- all of it: ${asData(refusal.reason)}`]),
      ].join('\n'),
    ),
  ].join('\n\n')

/** A merging question again, with the edits of the first answer and why they cannot be made. */
export const editsAgainText = (question: string, edits: readonly object[], { reason }: Refusal): string =>
  [
    question,
    tagged('your_edits_before', asData(JSON.stringify(edits).slice(0, MAX_BODY))),
    tagged('why_not', asData(reason)),
  ].join('\n\n')

const rejectedText = (rejected: readonly Rejection[]): string =>
  rejected
    .slice(0, MAX_REJECTED)
    .map(({ skill: { name, description }, reason }) => {
      const why = reason === '' ? '' : `; the person: ${asData(reason.slice(0, 200))}`
      return `- ${asData(name)}: ${asData(description.slice(0, 200))}${why}`
    })
    .join('\n')

export const lookText = (tool: string, path: string, text: string): string =>
  `<${tool}${attribute('path', path)}>\n${asData(text)}\n</${tool}>`

/** Input of the judging prompt: a proposal and the skills nearest to it. */
export const judgeText = (skill: ProposedSkill, candidates: readonly KnownSkill[]): string =>
  [
    tagged('proposed', `${asData(skill.name)}: ${asData(skill.description)}\n${statements(skill)}`),
    ...candidates.map(({ name, description, body }) =>
      tagged('skill', `${asData(name)}: ${asData(description)}\n${asData(body.slice(0, MAX_BODY))}`),
    ),
  ].join('\n\n')

/** Input of the merging prompt: a proposal and the whole text of its target; `isAfterFailure`: one edit at most. */
export const mergeText = (skill: ProposedSkill, name: string, body: string, isAfterFailure = false): string =>
  [
    ...(isAfterFailure ? [tagged('bounds', AFTER_FAILURE)] : []),
    tagged('statements', statements(skill)),
    tagged('skill', `${asData(name)}\n${asData(body)}`),
  ].join('\n\n')

const AFTER_FAILURE =
  'The statements come from a run that failed with this skill. Make one edit at most, and leave in what other runs used.'

/** Input of the auditing prompt: statements with their citations, without the proposer's reasons. */
export const auditText = (skill: ProposedSkill): string =>
  claimsOf(skill)
    .map(({ id, text, command, cites }) => {
      const quotes = cites.map((cite) => `  cites ${placeOf(cite)}: ${asData(cite.quote)}`)
      return [`${id}: ${asData(text)}${command === '' ? '' : ` [${asData(command)}]`}`, ...quotes].join('\n')
    })
    .join('\n')

/** Whether a text uses only words of these statements, apart from bullets, numbers and code marks. */
export function saysOnly(text: string, claims: readonly Claim[]): boolean {
  const said = new Set(claims.flatMap((claim) => wordsOf(`${claim.text} ${claim.command}`)))
  const words = wordsOf(text.replace(/^#{1,4} .*$/gm, ''))
  const foreign = words.filter((word) => !said.has(word) && !SMALL.has(word))
  return foreign.length <= Math.floor(words.length * LOOSE)
}

/** Greatest share of other words in an edit, which connect it with the text around it. */
const LOOSE = 0.15
const SMALL = new Set(
  'a an and as at be before by do for from if in is it not of on or so that the then this to use when with run'.split(
    ' ',
  ),
)

const statements = (skill: ProposedSkill): string =>
  claimsOf(skill)
    .map(({ id, text, command }) => `${id}: ${asData(text)}${command === '' ? '' : ` \`${asData(command)}\``}`)
    .join('\n')

const MAX_REJECTED = 10
const MAX_NOTES = 6_000
const MAX_BODY = 3_000
const MAX_FAILED_BODY = 6_000

const tagged = (name: string, text: string): string => `<${name}>\n${text}\n</${name}>`
