import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import { PROBE, PROBE_INPUT } from '../domain/learning/prompts/probe.ts'
import { ENGINES } from '../engines/engines.ts'
import { findEngineProgram } from '../engines/find-engine-program.ts'
import { openAgentModel } from '../model/agent.ts'
import { openAnthropic } from '../model/anthropic.ts'
import { answerQuestion, type HandedQuestion, openHandoff, openQuestions } from '../model/handoff.ts'
import type { HttpModelOptions } from '../model/http-model.ts'
import type { ModelProvider } from '../model/language-model.ts'
import { openOpenAi } from '../model/openai.ts'
import type { Asker } from '../service/learning/model-questions.ts'

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

/** Asks a person's model, or the person in its place. */
export interface ModelQuestions {
  /** Asks the model one small question. Throws `bad_option`, `over_budget`, `model_unavailable` and `model_refused`. */
  tryModel(): Promise<ModelTrial>
  /** Questions that wait for an answer, with provider `handoff`. */
  modelQuestions(): Promise<readonly HandedQuestion[]>
  /** Answers one of these questions, for the next `learn`. Throws `bad_usage` where no question of this id waits. */
  answerQuestion(id: string, value: unknown, model?: string): Promise<void>
}

export interface ModelTrial {
  readonly status: 'answered' | 'waiting'
  readonly model: string
  readonly usage: { readonly input: number; readonly output: number } | 'unknown'
  readonly milliseconds: number
  readonly kept: boolean
}

export const createModelQuestions = (
  config: Config,
  asker: () => Promise<Asker>,
  modelName: () => Promise<string>,
): ModelQuestions => ({
  async tryModel() {
    const { callId: _, ...reply } = await (await asker()).complete(PROBE, { input: PROBE_INPUT, subject: 'trial' })
    return reply.status === 'waiting'
      ? { status: 'waiting', model: await modelName(), usage: 'unknown', milliseconds: 0, kept: false }
      : {
          status: 'answered',
          model: reply.model,
          usage: reply.usage,
          milliseconds: reply.milliseconds,
          kept: reply.kept,
        }
  },
  modelQuestions: async () => await openQuestions(handoffFolder(config)),
  answerQuestion: async (...given) => await answerQuestion(handoffFolder(config), ...given),
})
