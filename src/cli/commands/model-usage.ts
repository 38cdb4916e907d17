import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'
import { sinceDate } from '../since-date.ts'

export const command: Words = {
  topic: 'learning',
  takes: '',
  words: 'Tokens and calls spent on models, by purpose, and the proposals that came of them',
  flags: { since: { value: 'time', words: 'Since then: 12h, 2d, 3w or a date (default: ever)' } },
  text: ['Tokens that a model does not report are counted as unknown, never as 0.'],
  json: {
    spending: '[{purpose, provider, model, calls, failed, waiting, input, output, unknown}]',
    latest:
      '[{id, purpose, prompt, provider, model, run, subject, state, reserved, input, output, milliseconds, fault, at}]',
    proposals:
      '[{id, subject, skill, operation, status, rule, reason, calls, versionId, at, duplicate}], the latest first; duplicate: --not-duplicate can make it a skill of its own',
  },
  example: 'wayland-core model usage --since 1w',
}

/** Shows what was spent on models, for which purpose, and with what result. */
export async function run({ flags, json, report, open }: Call): Promise<ExitCode> {
  await using loop = await open({ brief: true })
  const since = typeof flags.since === 'string' ? sinceDate(flags.since, new Date()) : new Date(0)
  const { spending, latest, proposals } = await loop.learning.modelUsage(since)
  if (json) {
    report.json({
      spending,
      latest: latest.map(({ at, ...call }) => ({ ...call, at: new Date(at).toISOString() })),
      proposals: proposals.map(({ at, proposal: _, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
    })
    return EXIT.done
  }
  if (spending.length === 0) {
    report.line('No model was asked.')
    return EXIT.done
  }
  report.table([
    ['for', 'model', 'calls', 'failed', 'waiting', 'tokens in', 'out', 'unknown'],
    ...spending.map((one) => [
      ...[one.purpose, one.model, String(one.calls), String(one.failed), String(one.waiting)],
      ...[String(one.input), String(one.output), String(one.unknown)],
    ]),
  ])
  if (proposals.length > 0) {
    report.line('\nProposals, the latest first')
    report.table(
      proposals.map((one) => [
        one.id.slice(0, 12),
        one.operation,
        one.skill,
        one.status === 'staged' ? 'staged' : `refused: ${one.rule}`,
        one.reason,
      ]),
    )
  }
  return EXIT.done
}
