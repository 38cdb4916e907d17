import { WaylandError } from '../domain/errors.ts'
import { below, type HttpModelOptions, tokens } from './http-model.ts'
import type { ModelAnswer, ModelProvider, ModelQuestion } from './language-model.ts'
import { postJson, refusedWith } from './post-json.ts'

/**
 * A model behind an OpenAI-compatible `/chat/completions` (Chat Completions API of OpenAI; Ollama, llama.cpp, vLLM). If
 * the server rejects a schema or a field name, the request is repeated without it, and so are later ones.
 */
export function openOpenAi({ url, model, key, timeoutMs, retrying }: HttpModelOptions): ModelProvider {
  const place = below(url, '/chat/completions')
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  let shape: Shape = { schema: true, limit: 'max_tokens' }

  async function ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    for (;;) {
      const body = bodyOf(question, model, shape)
      const found = await postJson({ url: place, headers, body, timeoutMs, signal, ...retrying })
      if ('json' in found) return answerOf(found.json, place, model)
      const simpler = found.status === 400 || found.status === 422 ? without(shape, found.text) : undefined
      if (simpler === undefined) throw refusedWith(place, found)
      shape = simpler
    }
  }

  return { kind: 'openai', name: `${model} at ${place.origin}${place.pathname}`, ask }
}

/** The request features that the server accepts. */
interface Shape {
  readonly schema: boolean
  readonly limit: 'max_tokens' | 'max_completion_tokens'
}

function bodyOf({ purpose, system, input, schema, maxTokens }: ModelQuestion, model: string, shape: Shape) {
  const format = { type: 'json_schema', json_schema: { name: purpose, schema, strict: true } }
  const stated = `${system}\n\nThe schema:\n${JSON.stringify(schema)}`
  return {
    model,
    messages: [
      { role: 'system', content: shape.schema ? system : stated },
      { role: 'user', content: input },
    ],
    [shape.limit]: maxTokens,
    ...(shape.schema ? { response_format: format } : {}),
  }
}

/** The next simpler request shape, by the feature that a refusal names; undefined where it names none. */
function without(shape: Shape, refusal: string): Shape | undefined {
  if (shape.limit === 'max_tokens' && /max_completion_tokens/.test(refusal))
    return { ...shape, limit: 'max_completion_tokens' }
  return shape.schema && /response_format|json_?schema|schema|strict/i.test(refusal)
    ? { ...shape, schema: false }
    : undefined
}

function answerOf(json: unknown, place: URL, model: string): ModelAnswer {
  const {
    choices,
    usage,
    model: named,
  } = (json ?? {}) as {
    choices?: readonly { message?: { content?: unknown; refusal?: unknown } | null; finish_reason?: unknown }[]
    usage?: { prompt_tokens?: unknown; completion_tokens?: unknown } | null
    model?: unknown
  }
  const choice = Array.isArray(choices) ? choices[0] : undefined
  const text = choice?.message?.content
  const shown = `${place.origin}${place.pathname}`
  if (typeof choice?.message?.refusal === 'string' || choice?.finish_reason === 'content_filter')
    throw new WaylandError('model_refused', `${shown} refused to answer by its own rules`)
  if (typeof text !== 'string') throw new WaylandError('model_refused', `${shown} answered without a message`)
  const [input, output] = [tokens(usage?.prompt_tokens), tokens(usage?.completion_tokens)]
  return {
    text,
    model: typeof named === 'string' ? named.slice(0, 100) : model,
    usage: input === undefined || output === undefined ? 'unknown' : { input, output },
  }
}
