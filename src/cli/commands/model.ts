import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Words } from '../command.ts'

export const command: Words = {
  topic: 'learning',
  takes: '',
  words: 'Try the configured language model, and show the budget',
  flags: {},
  text: [
    'Asks one small fixed question. model.provider is none (nothing is loaded or sent), openai (any OpenAI-compatible /chat/completions at model.url: Ollama, llama.cpp, vLLM, hosted), anthropic (the Messages API at model.url), agent (your own agent, run headless in an empty folder with its tools off; model.agent names it, otherwise the first one that is found), or handoff: questions wait as files in handoff/ of the data folder until a person or a program answers them. The key is read from WAYLAND_MODEL_KEY, else from model.key beside config.json, and goes to model.url alone. A call that may pass model.dailyTokens is not made; of a call whose tokens the server does not tell, one token for three bytes is counted, and all that it may have cost where it failed.',
  ],
  json: {
    provider: 'none, openai, anthropic, agent or handoff',
    'model?': 'the model that answered',
    'status?': 'answered or waiting',
    'usage?': '{input, output} in tokens, or "unknown"',
    'milliseconds?': 'how long it took',
    'kept?': 'whether the answer was stored before, so that nothing was asked',
    daily_tokens: 'tokens that a day may cost',
    calls_per_run: 'calls that a run may make',
  },
  example: 'wayland-core model',
}

/** Tries the configured model with one small question, and shows the budget. */
export async function run({ words, json, report, open }: Call): Promise<ExitCode> {
  if (words.length > 0)
    throw new WaylandError('bad_usage', `model takes no words, not "${words[0]}"`, {
      hint: 'There are "model usage", "model prompts", "model questions" and "model answer <id>".',
    })
  await using loop = await open()
  const { settings } = loop.upkeep.config
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
  const made = await loop.learning.tryModel()
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
