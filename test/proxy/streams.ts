import { gzipSync } from 'node:zlib'

/** A response as a server of models sends it, cut into the pieces that it is written in. */
export interface Recording {
  readonly status: number
  readonly headers: readonly string[]
  readonly pieces: readonly Buffer[]
  /** The connection breaks after the last piece. */
  readonly breaks?: true
}

type Event = readonly [name: string | undefined, data: object | string]

const EVENTS = [
  'Content-Type',
  'text/event-stream; charset=utf-8',
  'Cache-Control',
  'no-cache',
  'x-request-id',
  'req_1',
]
const WORDS = 'Grüße, 世界 👩‍💻: done.'

const sse = (events: readonly Event[], end = '\n'): Buffer =>
  Buffer.from(
    events
      .map(([name, data]) => {
        const text = typeof data === 'string' ? data : JSON.stringify(data)
        return `${name === undefined ? '' : `event: ${name}${end}`}data: ${text}${end}${end}`
      })
      .join(''),
  )

const chunk = (delta: object, finish_reason: string | null = null): Event => [
  undefined,
  {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason }],
  },
]

const CHAT: readonly Event[] = [
  chunk({ role: 'assistant', content: '', reasoning_content: 'I think…' }),
  ...[...WORDS].map((content) => chunk({ content })),
  chunk({}, 'stop'),
  [
    undefined,
    {
      id: 'chatcmpl-1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'm',
      choices: [],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    },
  ],
  [undefined, '[DONE]'],
]

const CHAT_TOOLS: readonly Event[] = [
  chunk({
    role: 'assistant',
    content: null,
    tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'shell', arguments: '' } }],
  }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '{"command":' } }] }),
  chunk({ tool_calls: [{ index: 0, function: { arguments: '"git diff"}' } }] }),
  chunk({}, 'tool_calls'),
  [undefined, '[DONE]'],
]

const typed = (data: { readonly type: string }): Event => [data.type, data]
const message = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'm',
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: 9, output_tokens: 1 },
}
const start = (index: number, content_block: object) =>
  typed({ type: 'content_block_start', index, content_block } as never)
const delta = (index: number, of: object) => typed({ type: 'content_block_delta', index, delta: of } as never)
const stop = (index: number) => typed({ type: 'content_block_stop', index } as never)

const MESSAGES: readonly Event[] = [
  typed({ type: 'message_start', message } as never),
  start(0, { type: 'thinking', thinking: '', signature: '' }),
  typed({ type: 'ping' }),
  delta(0, { type: 'thinking_delta', thinking: 'I think…' }),
  delta(0, { type: 'signature_delta', signature: 'c2ln' }),
  stop(0),
  start(1, { type: 'text', text: '' }),
  ...[...WORDS].map((text) => delta(1, { type: 'text_delta', text })),
  stop(1),
  start(2, { type: 'tool_use', id: 'toolu_1', name: 'shell', input: {} }),
  delta(2, { type: 'input_json_delta', partial_json: '{"command":' }),
  delta(2, { type: 'input_json_delta', partial_json: '"git diff"}' }),
  stop(2),
  typed({
    type: 'message_delta',
    delta: { stop_reason: 'tool_use', stop_sequence: null },
    usage: { output_tokens: 30 },
  } as never),
  typed({ type: 'message_stop' }),
]

const MESSAGES_ERROR: readonly Event[] = [
  ...MESSAGES.slice(0, 9),
  typed({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } as never),
]

const item = {
  type: 'message',
  id: 'msg_1',
  status: 'completed',
  role: 'assistant',
  content: [{ type: 'output_text', text: WORDS, annotations: [] }],
}
const call = {
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  status: 'completed',
  name: 'shell',
  arguments: '{"command":"git diff"}',
}
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I think…' }] }
const response = (status: string, output: readonly object[]) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status,
  model: 'm',
  output,
  usage: { input_tokens: 9, output_tokens: 3, total_tokens: 12 },
})

const RESPONSES: readonly Event[] = [
  typed({ type: 'response.created', response: response('in_progress', []) } as never),
  typed({ type: 'response.output_item.added', output_index: 0, item: { ...reasoning, summary: [] } } as never),
  typed({ type: 'response.output_item.done', output_index: 0, item: reasoning } as never),
  typed({ type: 'response.output_item.added', output_index: 1, item: { ...item, content: [] } } as never),
  typed({
    type: 'response.content_part.added',
    output_index: 1,
    content_index: 0,
    item_id: 'msg_1',
    part: { type: 'output_text', text: '', annotations: [] },
  } as never),
  ...[...WORDS].map((text) =>
    typed({
      type: 'response.output_text.delta',
      output_index: 1,
      content_index: 0,
      item_id: 'msg_1',
      delta: text,
    } as never),
  ),
  typed({ type: 'response.output_item.done', output_index: 1, item } as never),
  typed({ type: 'response.output_item.added', output_index: 2, item: { ...call, arguments: '' } } as never),
  typed({
    type: 'response.function_call_arguments.delta',
    output_index: 2,
    item_id: 'fc_1',
    delta: call.arguments,
  } as never),
  typed({ type: 'response.output_item.done', output_index: 2, item: call } as never),
  typed({ type: 'response.completed', response: response('completed', [reasoning, item, call]) } as never),
]

/** Pieces of a length that leaves characters, lines and events cut in two. */
function cut(bytes: Buffer, length: number): readonly Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length))
  return pieces
}

const stream = (events: readonly Event[], length = 61, end = '\n'): Recording => ({
  status: 200,
  headers: EVENTS,
  pieces: cut(sse(events, end), length),
})

const zipped = (events: readonly Event[]): Recording => ({
  status: 200,
  headers: [...EVENTS, 'Content-Encoding', 'gzip'],
  pieces: cut(gzipSync(sse(events)), 37),
})

const json = (status: number, value: object): Recording => {
  const bytes = Buffer.from(JSON.stringify(value, null, 1))
  return {
    status,
    headers: ['Content-Type', 'application/json', 'Content-Length', String(bytes.length)],
    pieces: [bytes],
  }
}

/** Streams and answers of every dialect, by the path that they are asked for with and what is special about them. */
export const RECORDINGS: Readonly<Record<string, readonly [path: string, Recording]>> = {
  'chat text with reasoning and usage': ['/v1/chat/completions', stream(CHAT)],
  'chat tool call': ['/v1/chat/completions', stream(CHAT_TOOLS)],
  'chat cut after every byte': ['/v1/chat/completions', stream(CHAT, 1)],
  'chat with CRLF': ['/v1/chat/completions', stream(CHAT, 61, '\r\n')],
  'chat zipped': ['/v1/chat/completions', zipped(CHAT)],
  'chat that breaks off': ['/v1/chat/completions', { ...stream(CHAT.slice(0, 9)), breaks: true }],
  'chat whole': [
    '/v1/chat/completions',
    json(200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message: { role: 'assistant', content: WORDS }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 },
    }),
  ],
  'messages with thinking, text, a tool call and pings': ['/v1/messages?beta=true', stream(MESSAGES)],
  'messages cut after every byte': ['/v1/messages', stream(MESSAGES, 1)],
  'messages zipped': ['/v1/messages', zipped(MESSAGES)],
  'messages with an error in the middle': ['/v1/messages', stream(MESSAGES_ERROR)],
  'messages overloaded': [
    '/v1/messages',
    json(529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
  ],
  'messages whole': [
    '/v1/messages',
    json(200, { ...message, content: [{ type: 'text', text: WORDS }], stop_reason: 'end_turn' }),
  ],
  'tokens counted': ['/v1/messages/count_tokens', json(200, { input_tokens: 9 })],
  'responses with reasoning, text and a tool call': ['/v1/responses', stream(RESPONSES)],
  'responses cut after every byte': ['/v1/responses', stream(RESPONSES, 1)],
  'responses with CRLF': ['/v1/responses', stream(RESPONSES, 61, '\r\n')],
  'responses whole': ['/v1/responses', json(200, response('completed', [reasoning, item]))],
  embeddings: [
    '/v1/embeddings',
    json(200, {
      object: 'list',
      data: [{ object: 'embedding', index: 0, embedding: [0.25, -1e-9] }],
      model: 'm',
      usage: { prompt_tokens: 1, total_tokens: 1 },
    }),
  ],
  'anything else': [
    '/v1/audio/speech',
    { status: 200, headers: ['Content-Type', 'audio/mpeg'], pieces: cut(Buffer.from([0, 255, 13, 10, 0, 128]), 2) },
  ],
}

export { WORDS }
