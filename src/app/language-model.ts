import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import { openAnthropic } from '../model/anthropic.ts'
import { openHandoff } from '../model/handoff.ts'
import type { HttpModelOptions } from '../model/http-model.ts'
import type { ModelProvider } from '../model/language-model.ts'
import { openOpenAi } from '../model/openai.ts'

/** The language model of the configuration. Throws `bad_option` naming what is missing. */
export function openLanguageModel(config: Config): ModelProvider {
  const provider = config.settings['model.provider']
  if (provider === 'openai') return openOpenAi(httpOptions(config))
  if (provider === 'anthropic') return openAnthropic(httpOptions(config))
  if (provider === 'handoff') return openHandoff(handoffFolder(config))
  throw missing('no language model is configured: model.provider is none')
}

/** Where questions of provider `handoff` wait. Throws `bad_option` without a data folder. */
export function handoffFolder({ dataDir }: Config): string {
  if (dataDir === null) throw missing('model.provider handoff needs a data folder')
  return join(dataDir, 'handoff')
}

function httpOptions({ settings, modelKey }: Config): HttpModelOptions {
  const { 'model.url': url, 'model.name': model, 'model.timeoutMs': timeoutMs } = settings
  if (url === null) throw missing('model.url is not set')
  if (model === null) throw missing('model.name is not set')
  const sleep = async (ms: number, signal: AbortSignal) => await setTimeout(ms, undefined, { signal })
  return { url, model, key: modelKey(), timeoutMs, retrying: { sleep, random: Math.random, now: Date.now } }
}

const missing = (what: string): WaylandError =>
  new WaylandError('bad_option', what, {
    hint: 'Set model.provider, model.url and model.name in the configuration; see "wayland-core model --help".',
  })
