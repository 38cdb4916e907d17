import { WaylandError } from '../domain/errors.ts'
import { below, type HttpModelOptions, tokens } from './http-model.ts'
import type { ModelAnswer, ModelProvider, ModelQuestion } from './language-model.ts'
import { postJson, refusedWith } from './post-json.ts'

/** A model behind the Messages API of Anthropic; the answer is the input of the one tool that it must call. */
export function openAnthropic({ url, model, key, timeoutMs, retrying }: HttpModelOptions): ModelProvider {
  const place = messagesUrl(url)
  const headers = { 'anthropic-version': API_VERSION, ...(key === undefined ? {} : { 'x-api-key': key }) }

  async function ask({ system, input, schema, maxTokens }: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer> {
    const body = {
      ...{ model, system, max_tokens: maxTokens, messages: [{ role: 'user', content: input }] },
      tools: [{ name: TOOL, description: 'Gives the answer.', input_schema: schema }],
      tool_choice: { type: 'tool', name: TOOL },
    }
    const found = await postJson({ url: place, headers, body, timeoutMs, signal, ...retrying })
    if ('json' in found) return answerOf(found.json, place, model)
    throw refusedWith(place, found)
  }

  return { kind: 'anthropic', name: `${model} at ${place.origin}${place.pathname}`, ask }
}

const API_VERSION = '2023-06-01'
const TOOL = 'answer'

/** The Messages endpoint: bases are written with and without `/v1`. */
const messagesUrl = (url: string): URL =>
  /\/v1(?:\/messages)?\/*$/.test(new URL(url).pathname) ? below(url, '/messages') : below(url, '/v1/messages')

function answerOf(json: unknown, place: URL, model: string): ModelAnswer {
  const {
    content,
    usage,
    model: named,
    stop_reason: stop,
  } = (json ?? {}) as {
    content?: readonly { type?: unknown; name?: unknown; input?: unknown; text?: unknown }[]
    usage?: Readonly<Record<string, unknown>> | null
    model?: unknown
    stop_reason?: unknown
  }
  const shown = `${place.origin}${place.pathname}`
  if (stop === 'refusal') throw new WaylandError('model_refused', `${shown} refused to answer by its own rules`)
  const blocks = Array.isArray(content) ? content : []
  const used = blocks.find(({ type, name }) => type === 'tool_use' && name === TOOL)
  // Some servers of this dialect call no tool and write the JSON as text.
  const text = used === undefined ? blocks.find(({ type }) => type === 'text')?.text : JSON.stringify(used.input)
  if (typeof text !== 'string') throw new WaylandError('model_refused', `${shown} answered without a message`)
  return { text, model: typeof named === 'string' ? named.slice(0, 100) : model, usage: usageOf(usage) }
}

/** Token counts of a response: input read from and written to a cache counts as input. */
function usageOf(usage: Readonly<Record<string, unknown>> | null | undefined): ModelAnswer['usage'] {
  const [input, output] = [tokens(usage?.input_tokens), tokens(usage?.output_tokens)]
  if (input === undefined || output === undefined) return 'unknown'
  const cached = (tokens(usage?.cache_read_input_tokens) ?? 0) + (tokens(usage?.cache_creation_input_tokens) ?? 0)
  return { input: input + cached, output }
}
