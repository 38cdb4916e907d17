import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { ModelProvider } from '../model/language-model.ts'

/** The language model of the configuration. Throws `bad_option` naming what is missing. */
export function openLanguageModel({ settings }: Config): ModelProvider {
  throw new WaylandError(
    'bad_option',
    `model.provider is ${settings['model.provider']}: no language model is configured`,
    {
      hint: 'Set model.provider to openai, anthropic, agent or handoff; see "wayland-core model --help".',
    },
  )
}
