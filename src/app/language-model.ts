import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import { ENGINES } from '../engines/engines.ts'
import { findEngineProgram } from '../engines/find-engine-program.ts'
import { openAgentModel } from '../model/agent.ts'
import { openAnthropic } from '../model/anthropic.ts'
import { openHandoff } from '../model/handoff.ts'
import type { HttpModelOptions } from '../model/http-model.ts'
import type { ModelProvider } from '../model/language-model.ts'
import { openOpenAi } from '../model/openai.ts'

/** The language model of the configuration. Throws `bad_option` naming what is missing. */
export async function openLanguageModel(config: Config): Promise<ModelProvider> {
  const provider = config.settings['model.provider']
  if (provider === 'openai') return openOpenAi(httpOptions(config))
  if (provider === 'anthropic') return openAnthropic(httpOptions(config))
  if (provider === 'agent') return await agentModel(config)
  if (provider === 'handoff') return openHandoff(handoffFolder(config))
  throw missing('no language model is configured: model.provider is none')
}

/** The folder in which questions of provider `handoff` wait. Throws `bad_option` without a data folder. */
export function handoffFolder({ dataDir }: Config): string {
  if (dataDir === null) throw missing('model.provider handoff needs a data folder')
  return join(dataDir, 'handoff')
}

/** The agent that the option names, otherwise the first one on this machine. */
async function agentModel({ settings, searchPath, childEnv }: Config): Promise<ModelProvider> {
  const named = settings['model.agent']
  const able = ENGINES.filter(({ name, headless }) => headless !== undefined && (named === null || name === named))
  for (const { label, program, headless } of able) {
    const found = program && (await findEngineProgram({ program }, searchPath))
    if (found === undefined || headless === undefined) continue
    const { 'model.name': model, 'model.timeoutMs': timeoutMs } = settings
    const parts = { label, model, timeoutMs, program: found.path, env: childEnv() }
    return openAgentModel({ ...parts, headless: await headless() })
  }
  const looked = able.flatMap(({ program }) => program?.binary ?? []).join(', ')
  throw missing(
    `model.provider is agent, and none of these programs is found: ${looked}`,
    'Put the program of one of them into PATH, and name the agent in model.agent.',
  )
}

function httpOptions({ settings, modelKey }: Config): HttpModelOptions {
  const { 'model.url': url, 'model.name': model, 'model.timeoutMs': timeoutMs } = settings
  if (url === null) throw missing('model.url is not set')
  if (model === null) throw missing('model.name is not set')
  const sleep = async (ms: number, signal: AbortSignal) => await setTimeout(ms, undefined, { signal })
  return { url, model, key: modelKey(), timeoutMs, retrying: { sleep, random: Math.random, now: Date.now } }
}

const missing = (
  what: string,
  hint = 'Set model.provider, model.url and model.name in the configuration; see "wayland-core model --help".',
): WaylandError => new WaylandError('bad_option', what, { hint })
