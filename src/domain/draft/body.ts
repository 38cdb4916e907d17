import type { TurnTrajectory } from '../turn.ts'
import { FIRST_LINES, LAST_LINE, NOTICE } from './body-ends.ts'
import { impersonal } from './impersonal.ts'
import { checkText, pitfallText, support } from './lesson-text.ts'
import type { Procedure } from './procedure.ts'
import { code, quote } from './quote.ts'
import { slotText } from './slot-text.ts'
import type { Step } from './step.ts'
import { stepLines } from './step-lines.ts'
import { programs } from './step-text.ts'

/** What SKILL.md is written from. Turns in the order in which they are shown. */
export interface BodyParts {
  readonly signature: string
  readonly turns: readonly TurnTrajectory[]
  readonly procedure: Procedure
  /** No step says anything that holds: only examples are shown. */
  readonly weak: boolean
  readonly evidenceFile: string
}

/** The text of SKILL.md below its front matter, at most `MAX_TOKENS` by a cautious estimate. */
export function bodyOf(parts: BodyParts): string {
  for (let room = MAX_STEPS; ; room = Math.floor(room / 2)) {
    const text = sections(parts, room).join('\n')
    if (room === 0 || estimatedTokens(text) <= MAX_TOKENS) return text
  }
}

const MAX_STEPS = 24
const MAX_EXAMPLES = 3
const MAX_SLOTS = 12
const MAX_PITFALLS = 5
const MAX_CHECKS = 4
/** Recommended by the Agent Skills format, with room for the front matter. */
const MAX_TOKENS = 4500

/** Three ASCII characters or half of another one to a token: more than the usual tokenisers count. */
const estimatedTokens = (text: string): number => {
  const ascii = text.replace(/[^\x00-\x7f]/g, '').length
  return Math.ceil(ascii / 3) + 2 * ([...text].length - ascii)
}

function sections({ signature, turns, procedure, weak, evidenceFile }: BodyParts, room: number): readonly string[] {
  const examples = turns.slice(0, MAX_EXAMPLES)
  return [
    NOTICE,
    '',
    `Signature: ${quote(signature)}`,
    `Evidence: ${turns.length} consecutive successful turns${sessions(turns)}`,
    '',
    ...FIRST_LINES.trimEnd().split('\n'),
    ...examples.map((turn) => `- "${quote(impersonal(turn.userInput))}"${summary(turn)}`),
    ...(weak ? examplesOnly(turns, procedure) : guide(procedure, room)),
    ...part('Evidence', [`${LAST_LINE}${evidenceFile}](${evidenceFile})`]),
  ]
}

function guide(procedure: Procedure, room: number): readonly string[] {
  const steps = shownSteps(procedure, room)
  const standing = new Set(steps.flatMap(({ fields }) => Object.values(fields).flat()))
  const slots = procedure.slots.filter((slot) => standing.has(slot)).slice(0, MAX_SLOTS)
  const pitfalls = procedure.pitfalls
    .flatMap((pitfall) => pitfallText(pitfall) ?? [])
    .slice(0, MAX_PITFALLS)
    .map((text) => `- ${text}`)
  const checks = procedure.checks.slice(0, MAX_CHECKS).map((check) => `- ${checkText(check, procedure.runs.length)}`)
  return [
    ...part(
      'Inputs that vary',
      slots.map((slot) => `- ${slotText(slot)}`),
    ),
    ...part('Before you start', needs(steps)),
    ...part('Steps', approach(procedure, steps)),
    ...part('Pitfalls', orElse(pitfalls, '- none observed')),
    ...part('Verify', orElse(checks, NO_CHECK)),
  ]
}

const NO_CHECK = '- No check ended most of these runs: say how the result was verified, or that it was not.'

const part = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `## ${title}`, ...lines]

const orElse = (lines: readonly string[], other: string): readonly string[] => (lines.length === 0 ? [other] : lines)

const summary = (turn: TurnTrajectory): string =>
  turn.summary === '' ? '' : ` (${quote(impersonal(turn.summary), 80)})`

function sessions(turns: readonly TurnTrajectory[]): string {
  if (turns.some(({ sessionId }) => sessionId === undefined)) return ''
  const count = new Set(turns.map(({ sessionId }) => sessionId)).size
  return ` in ${count} session${count === 1 ? '' : 's'}`
}

function needs(steps: readonly Step[]): readonly string[] {
  const named = programs(steps)
  return named.length === 0 ? [] : [`- Programs that the steps run: ${named.map((name) => code(name, 40)).join(', ')}`]
}

/** The steps that fit, in their order; the weakest are left out first. */
function shownSteps({ steps }: Procedure, room: number): readonly Step[] {
  const strongest = new Set([...steps].sort((a, b) => b.runs.length - a.runs.length).slice(0, room))
  return steps.filter((step) => strongest.has(step))
}

function approach({ steps, runs, needed }: Procedure, shown: readonly Step[]): readonly string[] {
  const lines = stepLines(shown).map(({ text, step }, i) => {
    const work = step.failing.length >= needed ? '; its failure is the work list' : ''
    return `${i + 1}. ${text}${work} ${support(step.runs, runs.length)}`
  })
  const more = steps.length - shown.length
  return [
    'The approach of these runs; the figures say how many of them show a step.',
    ...lines,
    ...(more > 0 ? [`${more} steps with less support are in the evidence.`] : []),
  ]
}

function examplesOnly(turns: readonly TurnTrajectory[], { runs }: Procedure): readonly string[] {
  const worked = runs.some(({ groups, dropped }) => groups.length + dropped.length > 0)
  const reported = turns.some(({ toolCalls }) => toolCalls !== undefined)
  const why = worked
    ? 'The runs share no step that says the same in each of them'
    : reported
      ? 'No tool calls were made in these turns'
      : 'The tool calls of these turns are not known'
  return [
    '',
    '## Approach',
    `- ${why}, so this draft holds examples only and is weak evidence of how to work.`,
    '- Handle the request the way the examples above were handled; keep what they share, ask about what differs.',
  ]
}
