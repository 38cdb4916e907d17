import { Agent, type IncomingMessage, request as send } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, noDelay: true })

/** A chat of some turns with tools, 60 kB: what an agent sends with each request. */
export const BODY = Buffer.from(
  JSON.stringify({
    model: 'm',
    stream: true,
    tools: Array.from({ length: 12 }, (_, i) => ({
      type: 'function',
      function: { name: `tool${i}`, description: 'x'.repeat(900) },
    })),
    messages: [
      { role: 'system', content: 'You are an agent. '.repeat(400) },
      { role: 'user', content: 'review the changes on the branch' },
      ...Array.from({ length: 20 }, (_, i) => [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: `c${i}`, type: 'function', function: { name: 'tool1', arguments: '{"command":"git diff"}' } },
          ],
        },
        { role: 'tool', tool_call_id: `c${i}`, content: 'a line of a diff\n'.repeat(110) },
      ]).flat(),
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: 'now count the lines' },
    ],
  }),
)

export interface Measured {
  /** Milliseconds. */
  readonly first: number
  readonly whole: number
  readonly bytes: number
}

/** One request, with the time of its first byte and of its end. */
export function measured(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Measured> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const own = { 'content-type': 'application/json', 'content-length': String(BODY.length), ...headers }
    const sent = send(
      `${url}/v1/chat/completions`,
      { method: 'POST', agent, headers: own },
      (response: IncomingMessage) => {
        let first = 0
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          first ||= performance.now() - began
          bytes += chunk.length
        })
        response.on('end', () => resolve({ first, whole: performance.now() - began, bytes }))
        response.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(BODY)
  })
}
