import { MAX_DESCRIPTION, skillName } from '../skill.ts'
import { formatSkillMd } from '../skill-md.ts'
import type { TurnTrajectory } from '../turn.ts'
import { cut, quote } from './quote.ts'

/** A draft as a value: what the skill says and the files that will hold it. Paths are relative to the skill's folder. */
export interface Draft {
  readonly name: string
  readonly signature: string
  readonly description: string
  /** The users' own words, one line each: what a later request may look like. */
  readonly triggers: readonly string[]
  readonly body: string
  readonly skillMd: string
}

/** Most examples shown; evidence beyond them is counted, not quoted. */
const MAX_EXAMPLES = 3

/** Writes the draft of a trigger. The same evidence gives the same bytes. */
export function composeDraft(trigger: {
  readonly signature: string
  readonly trajectories: readonly TurnTrajectory[]
}): Draft {
  const { signature, trajectories } = trigger
  const name = skillName(signature)
  const triggers = [...new Set(trajectories.map((turn) => quote(turn.userInput)).filter((text) => text !== ''))]
  const description = describe(signature, triggers)
  const body = bodyOf(signature, trajectories, triggers)
  const metadata = { source: 'wayland-core', signature: quote(signature), evidence: String(trajectories.length) }
  return { name, signature, description, triggers, body, skillMd: formatSkillMd({ name, description, metadata, body }) }
}

/** The notice that a draft carries until a person promotes it. */
export const NOTICE = '> Drafted automatically from successful turns; review before relying on it.'

function describe(signature: string, triggers: readonly string[]): string {
  const words = quote(signature.replaceAll('-', ', '), 120)
  const cues = triggers.slice(0, MAX_EXAMPLES).map((text) => `"${cut(text, 120)}"`)
  return cut(`Recurring task about ${words}. Use when a request resembles ${cues.join(' or ')}.`, MAX_DESCRIPTION)
}

function bodyOf(signature: string, turns: readonly TurnTrajectory[], triggers: readonly string[]): string {
  const examples = turns
    .slice(-MAX_EXAMPLES)
    .map((turn) => `- "${quote(turn.userInput)}"${turn.summary === '' ? '' : ` (${quote(turn.summary, 80)})`}`)
  return [
    NOTICE,
    '',
    `Signature: ${quote(signature)}`,
    `Evidence: ${turns.length} consecutive successful turns`,
    '',
    '## When to use',
    `- Requests like ${triggers
      .map((text) => `"${text}"`)
      .slice(0, MAX_EXAMPLES)
      .join(', ')}.`,
    '',
    '## Examples',
    ...examples,
    '',
    '## Approach',
    '- Handle the request the way the examples above were handled; keep what they share, ask about what differs.',
  ].join('\n')
}
