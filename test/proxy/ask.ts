import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'

export interface Got {
  readonly status: number | undefined
  readonly raw: readonly string[]
  readonly body: Buffer
  /** The response came to its end. */
  readonly isWhole: boolean
}

/** One request by hand, so that bytes and headers are seen as they came. */
export async function ask(
  url: string,
  {
    method = 'POST',
    headers = [],
    body = '',
  }: { method?: string; headers?: readonly string[]; body?: string | Buffer } = {},
): Promise<Got> {
  const framed = method === 'GET' ? headers : [...headers, 'Content-Length', String(Buffer.byteLength(body))]
  const sent = send(url, { method, headers: ['Host', new URL(url).host, ...framed], agent: false })
  sent.end(method === 'GET' ? undefined : body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  try {
    for await (const chunk of response) chunks.push(chunk as Buffer)
  } catch {
    // It broke off: `complete` says so.
  }
  return {
    status: response.statusCode,
    raw: response.rawHeaders,
    body: Buffer.concat(chunks),
    isWhole: response.complete,
  }
}
