import type { TurnTrajectory } from '../turn.ts'
import { impersonal } from './impersonal.ts'
import type { Procedure } from './procedure.ts'
import { code, quote } from './quote.ts'
import { checkText, pitfallText, programs, slotText, stepTexts, support } from './wording.ts'

/** The notice that a draft carries until a person promotes it. */
export const NOTICE = '> Drafted automatically from successful turns; review before relying on it.'

/** The text of SKILL.md below its front matter, at most `MAX_TOKENS` by a cautious estimate. */
export function bodyOf(
  signature: string,
  turns: readonly TurnTrajectory[],
  procedure: Procedure,
  evidenceFile: string,
): string {
  for (let room = MAX_STEPS; ; room = Math.floor(room / 2)) {
    const text = sections(signature, turns, procedure, evidenceFile, room).join('\n')
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

function sections(
  signature: string,
  turns: readonly TurnTrajectory[],
  procedure: Procedure,
  evidenceFile: string,
  room: number,
): readonly string[] {
  const { steps, slots, pitfalls, checks } = procedure
  const examples = turns.slice(0, MAX_EXAMPLES)
  return [
    NOTICE,
    '',
    `Signature: ${quote(signature)}`,
    `Evidence: ${turns.length} consecutive successful turns${sessions(turns)}`,
    '',
    '## When to use',
    'Requests like',
    ...examples.map((turn) => `- "${quote(impersonal(turn.userInput))}"${summary(turn)}`),
    ...part(
      'Inputs that vary',
      slots.slice(0, MAX_SLOTS).map((slot) => `- ${slotText(slot)}`),
    ),
    ...part('Before you start', needs(procedure)),
    '',
    ...(steps.length === 0 ? examplesOnly(turns, procedure) : approach(procedure, room)),
    ...(steps.length === 0
      ? []
      : [
          ...part(
            'Pitfalls',
            orElse(
              pitfalls.slice(0, MAX_PITFALLS).map((pitfall) => `- ${pitfallText(pitfall)}`),
              '- none observed',
            ),
          ),
          ...part(
            'Verify',
            orElse(
              checks.slice(0, MAX_CHECKS).map((check) => `- ${checkText(check, turns.length)}`),
              NO_CHECK,
            ),
          ),
        ]),
    ...part('Evidence', [
      `- What each run did, step by step, and what was left out: [${evidenceFile}](${evidenceFile})`,
    ]),
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

function needs(procedure: Procedure): readonly string[] {
  const named = programs(procedure)
  return named.length === 0 ? [] : [`- ${named.map((name) => code(name, 40)).join(', ')} can be run here`]
}

/** Steps in order, the weakest left out first when there are more than fit. */
function approach({ steps, runs, needed }: Procedure, room: number): readonly string[] {
  const strongest = [...steps].sort((a, b) => b.runs.length - a.runs.length).slice(0, room)
  const kept = steps.filter((step) => strongest.includes(step))
  const texts = stepTexts(kept)
  const lines = kept.map((step, i) => {
    const work = step.failing.length >= needed ? '; its failure is the work list' : ''
    return `${i + 1}. ${texts[i]}${work} ${support(step.runs, runs.length)}`
  })
  const cut =
    kept.length < steps.length ? [`Only the best supported ${kept.length} of ${steps.length} steps are shown.`] : []
  return ['## Steps', `The approach of these runs; the figures say how many of them show a step.`, ...lines, ...cut]
}

function examplesOnly(turns: readonly TurnTrajectory[], { runs }: Procedure): readonly string[] {
  const worked = runs.some(({ groups, dropped }) => groups.length + dropped.length > 0)
  const reported = turns.some(({ toolCalls }) => toolCalls !== undefined)
  const why = worked
    ? 'The runs have no step in common'
    : reported
      ? 'No tool calls were made in these turns'
      : 'The tool calls of these turns are not known'
  return [
    '## Approach',
    `- ${why}, so this draft holds examples only and is weak evidence of how to work.`,
    '- Handle the request the way the examples above were handled; keep what they share, ask about what differs.',
  ]
}
