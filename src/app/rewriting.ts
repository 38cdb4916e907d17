import type { Config } from '../config/config.ts'
import { redactWith } from '../domain/redact.ts'
import { secretlintScanner } from '../scanner/secretlint.ts'
import { builtOnce } from '../service/built-once.ts'
import type { Clock } from '../service/clock.ts'
import { createAsker } from '../service/learning/asking.ts'
import { createRequestRewriting, type RequestRewriting } from '../service/offers/request-rewriting.ts'
import type { CallStore } from '../store/ports/call-store.ts'
import { openLanguageModel } from './language-model.ts'
import type { SkillLoopOptions } from './skill-loop.ts'

/** Builds the rewriting of requests by the language model of the configuration, or of the host. */
export function wireRewriting(
  config: Config,
  { store, clock, options }: { readonly store: CallStore; readonly clock: Clock; readonly options: SkillLoopOptions },
): RequestRewriting {
  const { settings } = config
  const provider = builtOnce(async () => options.languageModel ?? (await openLanguageModel(config)))
  const secrets = secretlintScanner()
  return createRequestRewriting({
    limitMs: LIMIT_MS,
    asker: async (signal) =>
      createAsker({
        ...{ store, clock, signal, run: clock.newId(), provider: await provider() },
        redact: async (text) => (await redactWith(secrets, text)).text,
        limits: { dailyTokens: settings['model.dailyTokens'], maxCallsPerRun: settings['model.maxCallsPerRun'] },
      }),
  })
}

/** Milliseconds that a request waits for its query: a person waits for the answer. */
const LIMIT_MS = 1_000
