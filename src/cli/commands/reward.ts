import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

const OUTCOMES = ['success', 'failure', 'unknown'] as const

/** Credits the outcome of a routed task to its pick. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  const [decision, said, ...more] = words
  const outcome = OUTCOMES.find((known) => known === said)
  if (decision === undefined || outcome === undefined || more.length > 0)
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
  return EXIT.done
}
