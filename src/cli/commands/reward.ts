import { WaylandError } from '../../domain/errors.ts'
import type { Call, Words } from '../command.ts'

export const command: Words = {
  topic: 'offering',
  takes: '<decision-id> success|failure|unknown',
  words: 'Say how a routed task ended; counted once',
  text: [
    'An outcome counts once, also when it comes late or twice. Where the engine reports tool calls and the skill was never read, the skill is credited nothing and counted as offered, not used.',
  ],
  json: {
    decision_id: 'the decision',
    status: 'credited, known (counted before), not_used, or nothing (no skill was picked)',
    skill: 'name, or null',
  },
  example:
    'wayland-core reward "$(wayland-core route --json "review it" | node -p "JSON.parse(fs.readFileSync(0)).decision_id")" success',
}

const OUTCOMES = ['success', 'failure', 'unknown'] as const

/** Credits the outcome of a routed task to its pick. */
export async function run({ words, json, report, open }: Call): Promise<void> {
  const [decision = '', said] = words
  const outcome = OUTCOMES.find((known) => known === said)
  if (outcome === undefined)
    throw new WaylandError('bad_usage', 'reward needs a decision id and success, failure or unknown', {
      hint: 'The id is the decision_id that "wayland-core route --json" printed.',
    })
  await using loop = await open({ brief: true })
  const { status, skill } = await loop.reward(decision, outcome)
  if (json) report.json({ decision_id: decision, status, skill: skill ?? null })
  else
    report.line(
      {
        credited: `credited to "${skill}"`,
        known: 'counted before; nothing changed',
        not_used: `"${skill}" was offered and not used; nothing to credit`,
      }[status as string] ?? 'nothing to credit',
    )
}
