import { tally } from '../tally.ts'
import type { TurnTrajectory } from '../turn.ts'
import { blockOf } from './as-it-ran.ts'
import { FIRST_LINES, LAST_LINE, NOTICE, part } from './body-ends.ts'
import { checkText, support } from './checks.ts'
import { pitfallText } from './pitfall-text.ts'
import type { Procedure } from './procedure.ts'
import { code, cut, quote } from './quote.ts'
import { requestText } from './request-text.ts'
import { slotText } from './slot-text.ts'
import type { Slot } from './slots.ts'
import type { Step } from './step.ts'
import { stepLines } from './step-lines.ts'
import { names } from './tame.ts'

/** The inputs of the body of SKILL.md; turns in the order in which they are shown. */
export interface BodyParts {
  readonly signature: string
  readonly turns: readonly TurnTrajectory[]
  readonly procedure: Procedure
  /** No step is fixed (`isFixed`): only examples are shown. */
  readonly weak: boolean
  /** Programs of the steps that the runs themselves created. */
  readonly made?: readonly string[]
  /** Standing wishes that the requests voice. */
  readonly rules?: readonly string[]
  readonly evidenceFile: string
}

/** The body of SKILL.md, at most `MAX_TOKENS` by `estimatedTokens`; the weakest steps are left out to fit. */
export function bodyOf(parts: BodyParts): string {
  for (let room = MAX_STEPS; ; room = Math.floor(room / 2)) {
    const text = sections(parts, room).join('\n')
    if (room === 0 || estimatedTokens(text) <= MAX_TOKENS) return text
  }
}

const MAX_STEPS = 24
const MAX_EXAMPLES = 3
/** Characters of an example; the evidence has more of it. */
const MAX_EXAMPLE = 120
const MAX_SLOTS = 12
const MAX_PITFALLS = 5
const MAX_CHECKS = 4
/** Recommended by the Agent Skills format, with room for the front matter. */
const MAX_TOKENS = 4500

/** 1 token per 3 ASCII characters, 2 per other character: more than the usual tokenisers count. */
const estimatedTokens = (text: string): number => {
  const ascii = text.replace(/[^\x00-\x7f]/g, '').length
  return Math.ceil(ascii / 3) + 2 * ([...text].length - ascii)
}

function sections(parts: BodyParts, room: number): readonly string[] {
  const { signature, turns, procedure, weak, evidenceFile } = parts
  return [
    NOTICE,
    '',
    `Signature: ${quote(signature)}`,
    `Evidence: ${turns.length} successful turns`,
    '',
    ...FIRST_LINES.trimEnd().split('\n'),
    ...examples(turns),
    ...(weak ? examplesOnly(turns, procedure) : guide(procedure, room, parts.made ?? [])),
    ...ruleSection(parts.rules ?? []),
    '',
    `${LAST_LINE}${evidenceFile})`,
  ]
}

/** Distinct requests with their counts. */
function examples(turns: readonly TurnTrajectory[]): readonly string[] {
  const counts = tally(turns.map((turn) => cut(requestText(turn), MAX_EXAMPLE)))
  return [...counts].slice(0, MAX_EXAMPLES).map(([text, count]) => `- "${text}"${count > 1 ? ` (${count} times)` : ''}`)
}

function guide(procedure: Procedure, room: number, made: readonly string[]): readonly string[] {
  const steps = shownSteps(procedure, room)
  const standing = new Set(steps.flatMap(({ fields }) => Object.values(fields).flat()))
  const slots = procedure.slots.filter((slot) => standing.has(slot)).slice(0, MAX_SLOTS)
  const checks = procedure.checks.slice(0, MAX_CHECKS).map((check) => `- ${checkText(check, procedure.runs.length)}`)
  return [
    ...part(
      'Inputs that vary',
      slots.flatMap((slot) => slotText(slot, insteadOf(slot, steps)) ?? []).map((text) => `- ${text}`),
    ),
    ...part('Steps', approach(procedure, steps)),
    ...made.map((path) => `${code(path)} was written in these runs: read it before you run it.`),
    ...pitfallLines(procedure),
    ...part('Verify', checks),
  ]
}

/** What stood in the place of a value in runs that did a step without; undefined if all had one. */
function insteadOf(slot: Slot, steps: readonly Step[]): string | undefined {
  const uses = steps.filter(
    ({ fields, runs }) => Object.values(fields).flat().includes(slot) && runs.some((rank) => !slot.values.has(rank)),
  )
  if (uses.length === 0) return undefined
  return uses.every(({ fields }) => fields.dir?.includes(slot)) ? 'the project folder' : 'none'
}

const pitfallLines = ({ pitfalls, runs }: Procedure): readonly string[] =>
  part(
    'Pitfalls',
    pitfalls
      .flatMap((pitfall) => pitfallText(pitfall, runs.length) ?? [])
      .slice(0, MAX_PITFALLS)
      .map((text) => `- ${text}`),
  )

/** The `room` steps with the most runs, in their order. */
function shownSteps({ steps }: Procedure, room: number): readonly Step[] {
  const strongest = new Set([...steps].sort((a, b) => b.runs.length - a.runs.length).slice(0, room))
  return steps.filter((step) => strongest.has(step))
}

/** The steps as numbered lines, with their support unless every run shows them. */
function approach({ runs, needed }: Procedure, shown: readonly Step[]): readonly string[] {
  return stepLines(shown).flatMap(({ text, step, block }, i) => {
    const work = step.failing.length >= needed ? '; its failure is the work list' : ''
    const outside = step.outward ? ' (acts outside the project)' : ''
    const share = step.runs.length === runs.length ? '' : ` ${support(step.runs, runs.length)}`
    const around = step.wayRound ? ' (a way round what failed: see Pitfalls)' : ''
    const line = `${i + 1}. ${text}${work}${around}${outside}${share}`
    return block === undefined ? [line] : [`${line}:`, ...blockOf(block, '   ')]
  })
}

function examplesOnly(turns: readonly TurnTrajectory[], procedure: Procedure): readonly string[] {
  const { runs } = procedure
  const worked = runs.some(({ groups, dropped }) => groups.length + dropped.length > 0)
  const reported = turns.some(({ toolCalls }) => toolCalls !== undefined)
  const why = worked
    ? 'The runs share no step that says the same in each of them'
    : reported
      ? 'No tool calls were made in these turns'
      : 'The tool calls of these turns are not known'
  return [
    ...part('Approach', [`- ${why}: these are examples only, weak evidence of how to work.`]),
    ...pitfallLines(procedure),
  ]
}

/**
 * The section of SKILL.md with the standing wishes that its requests voice, in the person's words; none that names an
 * address or a command, which no person has looked at.
 */
function ruleSection(voiced: readonly string[]): readonly string[] {
  const rules = voiced.filter((rule) => !names(rule))
  return rules.length === 0 ? [] : ['', ...RULES, ...rules.slice(0, MAX_RULES).map(ruleLine)]
}

/** The text of a SKILL.md without a rule, and without their section if that was all; the same text if it says it not. */
export const withoutRule = (text: string, rule: string): string =>
  text.replace(`\n${ruleLine(rule)}\n`, '\n').replace(`\n${RULES.join('\n')}\n\n`, '\n')

const RULES = ['## Rules', 'Asked for in general, in the words of the person:']
const ruleLine = (rule: string): string => `- "${quote(rule)}"`
const MAX_RULES = 8
