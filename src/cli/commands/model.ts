import { join } from 'node:path'
import { WaylandError } from '../../domain/errors.ts'
import { type Call, EXIT, type ExitCode, type Verb, type Words } from '../command.ts'
import { sinceDate } from '../flag-values.ts'

/** Tries the configured model with one small question, and shows the budget. */
export async function run({ json, report, open }: Call): Promise<ExitCode> {
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
          ? `waits in ${join(loop.upkeep.config.dataDir ?? '', 'handoff')}`
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

const usage: Verb = {
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
  run: tellUsage,
}

/** Shows what was spent on models, for which purpose, and with what result. */
async function tellUsage({ flags, json, report, open }: Call): Promise<void> {
  await using loop = await open({ brief: true })
  const since = typeof flags.since === 'string' ? sinceDate(flags.since, new Date()) : new Date(0)
  const { spending, latest, proposals } = await loop.learning.modelUsage(since)
  if (json)
    return report.json({
      spending,
      latest: latest.map(({ at, ...call }) => ({ ...call, at: new Date(at).toISOString() })),
      proposals: proposals.map(({ at, proposal: _, ...one }) => ({ ...one, at: new Date(at).toISOString() })),
    })
  if (spending.length === 0) return report.line('No model was asked.')
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
}

const prompts: Verb = {
  takes: '[<name>]',
  words: 'List the prompts that a model is sent, with their versions, or print one whole',
  text: [
    'Name and version of a prompt are part of the id of each call: answers to an earlier version are not used again.',
  ],
  json: { prompts: '[{name, version, words, sends, max_tokens, text}]' },
  example: 'wayland-core model prompts extract',
  run: tellPrompts,
}

/** Lists the prompts that a model is sent, or prints one whole. */
async function tellPrompts({ words, json, report }: Call): Promise<void> {
  const { PROMPTS } = await import('../../domain/learning/prompts/prompts.ts')
  const [name] = words
  const chosen = name === undefined ? PROMPTS : PROMPTS.filter((prompt) => prompt.name === name)
  if (chosen.length === 0)
    throw new WaylandError('bad_usage', `there is no prompt "${name?.slice(0, 40)}"`, {
      hint: `There are ${PROMPTS.map((prompt) => prompt.name).join(', ')}.`,
    })
  if (json)
    report.json({
      prompts: chosen.map((prompt) => ({
        ...{
          name: prompt.name,
          version: prompt.version,
          words: prompt.words,
          sends: prompt.sends,
        },
        ...{ max_tokens: prompt.maxTokens, text: prompt.system },
      })),
    })
  else if (name === undefined)
    report.table(
      chosen.map(({ name: of, version, words: what, sends }) => [`${of}@${version}`, `${what}. Sent: ${sends}.`]),
    )
  else report.line(chosen.map(({ system }) => system).join('\n'))
}

export const command: Words = {
  topic: 'learning',
  words: 'Try the configured language model, and show the budget',
  text: [
    'Asks one small fixed question. model.provider is none (nothing is loaded or sent), openai (any OpenAI-compatible /chat/completions at model.url: Ollama, llama.cpp, vLLM, hosted), anthropic (the Messages API at model.url), agent (your own agent, run headless in an empty folder with its tools off; model.agent names it, otherwise the first one that is found), or handoff: questions wait in handoff/ of the data folder as <id>.question.json ({id, purpose, system, input, schema}) until a person or a program writes <id>.answer.json ({id, value, model?, usage?}) beside it, or your agent answers them by MCP; an answer that does not fit the schema is asked for once more. The key is read from WAYLAND_MODEL_KEY, else from model.key beside config.json, and goes to model.url alone. A call that may pass model.dailyTokens is not made; of a call whose tokens the server does not tell, one token for three bytes is counted, and all that it may have cost where it failed.',
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
  verbs: { usage, prompts },
}
