import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode } from '../command.ts'

/** Tries the configured model with one small question, and shows the budget. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  if (words.length > 0)
    throw new WaylandError('bad_usage', `model takes no words, not "${words[0]}"`, {
      hint: 'There are "model usage", "model prompts", "model questions" and "model answer <id>".',
    })
  await using loop = await open()
  const { settings } = loop.config
  const provider = settings['model.provider']
  const limits = { daily_tokens: settings['model.dailyTokens'], calls_per_run: settings['model.maxCallsPerRun'] }
  if (provider === 'none') {
    if (json) report.json({ provider, ...limits })
    else
      report.line(
        'No language model: model.provider is none, so nothing is loaded or sent. Drafts are made from repeated work alone.',
      )
    return EXIT.done
  }
  const made = await loop.tryModel()
  if (json)
    report.json({
      provider,
      model: made.model,
      status: made.status,
      usage: made.usage,
      milliseconds: made.milliseconds,
      kept: made.kept,
      ...limits,
    })
  else
    report.table([
      ['provider', provider],
      ['model', made.model],
      [
        'answer',
        made.status === 'waiting'
          ? 'waits: see "wayland-core model questions"'
          : made.kept
            ? 'right, as kept from before'
            : `right, in ${made.milliseconds} ms`,
      ],
      ['tokens', made.usage === 'unknown' ? 'unknown' : `${made.usage.input} in, ${made.usage.output} out`],
      ['a day at most', `${limits.daily_tokens} tokens`],
      ['a run at most', `${limits.calls_per_run} calls`],
    ])
  return made.status === 'waiting' ? EXIT.unavailable : EXIT.done
}
