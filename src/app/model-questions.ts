import type { Config } from '../config/config.ts'
import { PROBE, PROBE_INPUT } from '../domain/learning/prompts/probe.ts'
import { answerQuestion, type HandedQuestion, openQuestions } from '../model/handoff.ts'
import type { Asker } from '../service/learning/asking.ts'
import { handoffFolder } from './language-model.ts'

/** Asks a person's model, or the person in its place. */
export interface ModelQuestions {
  /** Asks the model one small question. Throws `bad_option`, `over_budget`, `model_unavailable` and `model_refused`. */
  tryModel(): Promise<ModelTrial>
  /** Questions that wait for an answer, with provider `handoff`. */
  modelQuestions(): Promise<readonly HandedQuestion[]>
  /**
   * Answers one of these questions; the next `learn` continues with the answer. Throws `bad_usage` where no question of
   * this id waits.
   */
  answerQuestion(id: string, value: unknown, model?: string): Promise<void>
}

/** How a model answered a small question. */
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
