import { anthropic } from '../agents/wires/anthropic.ts'
import { chat } from '../agents/wires/chat.ts'
import { responses } from '../agents/wires/responses.ts'
import { type Answer, type Body, listOf, type StreamEvent, type Wire } from '../agents/wires/wire.ts'
import { type Arrived, scriptedUpstream } from './scripted-upstream.ts'

/** The dialects, with the paths that an agent asks. */
export const DIALECTS = {
  chat: { wire: chat, path: '/v1/chat/completions' },
  messages: { wire: anthropic, path: '/v1/messages' },
  responses: { wire: responses, path: '/v1/responses' },
} as const
export type DialectName = keyof typeof DIALECTS

export const SHELL = 'shell'
const REVIEW: readonly Answer[] = [
  { tool: SHELL, input: { command: 'git log --oneline main..HEAD' } },
  { tool: SHELL, input: { command: 'git diff --stat main...HEAD' } },
  { text: 'One commit changes the notes, and it is fine.' },
]

const sse = ({ event, data }: StreamEvent) =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** A model that reviews a branch in two calls whatever it is asked, as streams or whole; ids differ from call to call. */
export async function scriptedModel() {
  let n = 0
  const upstream = await scriptedUpstream((request: Arrived) => {
    const { wire } = Object.values(DIALECTS).find(({ path }) => request.path === path) ?? {}
    if (wire === undefined) return undefined
    const body = JSON.parse(request.body.toString()) as Body
    n++
    const answer = answerTo(wire, body)
    const isStream = wire.isStreamed(body, request.path)
    const text = isStream ? wire.stream(answer, body, n).map(sse).join('') : JSON.stringify(wire.whole(answer, body, n))
    const type = isStream ? 'text/event-stream' : 'application/json'
    return { status: 200, headers: ['Content-Type', type], pieces: [Buffer.from(text)] }
  })
  return { ...upstream, calls: () => n }
}

/** The step after the results that have come since the last request of the person. */
function answerTo(wire: Wire, body: Body): Answer {
  const messages = wire.messages(body)
  const asked = messages.findLastIndex(({ isUser, results }) => isUser && results === 0)
  const done = messages.slice(asked).reduce((sum, { results }) => sum + results, 0)
  return REVIEW[done] ?? REVIEW.at(-1)!
}

/** A client that keeps its conversation and sends all of it with each request. */
export class ScriptedAgent {
  readonly history: Body[] = []
  readonly #url: string
  readonly #dialect: DialectName
  readonly #model: { calls(): number }
  readonly #more: Body
  readonly #headers: Readonly<Record<string, string>>

  constructor(
    url: string,
    dialect: DialectName,
    {
      model,
      more = {},
      headers = {},
    }: { model: { calls(): number }; more?: Body; headers?: Readonly<Record<string, string>> },
  ) {
    this.#url = url
    this.#dialect = dialect
    this.#model = model
    this.#more = more
    this.#headers = headers
  }

  /** One turn: asks, runs what the model calls, until it says something. */
  async turn(text: string): Promise<void> {
    this.history.push({ role: 'user', content: text })
    for (;;) {
      const { wire } = DIALECTS[this.#dialect]
      const answer = answerTo(wire, this.body())
      await this.#post()
      this.#remember(answer)
      if ('text' in answer) return
    }
  }

  body(): Body {
    const list = this.#dialect === 'responses' ? 'input' : 'messages'
    const system = this.#dialect === 'messages' ? { system: 'You are an agent.' } : {}
    const head = this.#dialect === 'messages' ? [] : [{ role: 'system', content: 'You are an agent.' }]
    const tool = { name: SHELL, type: 'function', input_schema: {}, parameters: {}, function: { name: SHELL } }
    return {
      model: 'm',
      max_tokens: 999,
      ...system,
      tools: [tool],
      stream: true,
      ...this.#more,
      [list]: [...head, ...this.history],
    }
  }

  async #post(): Promise<void> {
    const { path } = DIALECTS[this.#dialect]
    const response = await fetch(`${this.#url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: 'Bearer sk-secret-key-of-a-person-123456',
        ...this.#headers,
      },
      body: JSON.stringify(this.body(), null, 1),
    })
    await response.arrayBuffer()
  }

  /** Adds the answer as the model gave it, and the result of its call. */
  #remember(answer: Answer): void {
    const { wire } = DIALECTS[this.#dialect]
    const whole = wire.whole(answer, this.body(), this.#model.calls()) as Body
    const output = 'notes.md | 2 +-'
    if (this.#dialect === 'chat') {
      const message = (listOf(whole.choices)[0] as { message: Body }).message
      const call = listOf(message.tool_calls)[0]
      this.history.push(
        message,
        ...(call === undefined ? [] : [{ role: 'tool', tool_call_id: call.id, content: output }]),
      )
    } else if (this.#dialect === 'messages') {
      const [block] = listOf(whole.content)
      const result = { type: 'tool_result', tool_use_id: block?.id, content: output }
      this.history.push(
        { role: 'assistant', content: whole.content },
        ...('text' in answer ? [] : [{ role: 'user', content: [result] }]),
      )
    } else {
      const [item] = listOf(whole.output)
      const result = { type: 'function_call_output', call_id: item?.call_id, output }
      this.history.push(item!, ...('text' in answer ? [] : [result]))
    }
  }
}
