import type { Config } from '../config/config.ts'
import { WaylandError } from '../domain/errors.ts'
import type { Tell } from '../domain/event.ts'
import { redactText } from '../domain/redact.ts'
import { openEndpoint } from '../model/endpoint.ts'
import { openEnergetic } from '../model/energetic.ts'
import type { VectorModel } from '../model/vector-model.ts'
import type { Clock } from '../service/clock.ts'
import { createEmbedder, type Embedder } from '../service/offers/embedder.ts'
import { createSkillMeaning, type SkillMeaning } from '../service/offers/skill-meaning.ts'
import type { VectorStore } from '../store/ports/decision-store.ts'

/**
 * Builds the embedder and the similarity of skills for the configured model; a model given by the host has precedence.
 * Throws `bad_option`.
 */
export function wireVectors(
  config: Config,
  { store, clock, tell, model }: { store: VectorStore; clock: Clock; tell: Tell; model: VectorModel | undefined },
): { readonly embedder: Embedder; readonly meaning: SkillMeaning } {
  const embedder = createEmbedder({
    store,
    model: model ?? configured(config),
    now: clock.now,
    budgetMs: config.settings['vectors.timeoutMs'],
    redact: (text) => redactText(text).text,
    tell,
  })
  return { embedder, meaning: createSkillMeaning(embedder) }
}

function configured({ settings, vectorsKey }: Config): VectorModel {
  if (settings['vectors.provider'] === 'energetic') return openEnergetic()
  const { 'vectors.url': url, 'vectors.model': model } = settings
  if (url === null || model === null)
    throw new WaylandError('bad_option', 'vectors.provider endpoint needs vectors.url and vectors.model')
  return openEndpoint({ url, model, key: vectorsKey() })
}
