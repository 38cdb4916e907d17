import { once } from 'node:events'
import { connect } from 'node:net'
import { serveProxy } from '../../../src/proxy/serve.ts'
import { oddAnswer, oddRequest } from '../../proxy/framings.ts'
import { POLICIES, type Reading, readMessages } from '../../proxy/lenient-http.ts'
import { lenientUpstream, nodeUpstream, type Seen } from '../../proxy/raw-upstream.ts'
import { type Below, changed, choices } from '../mutation.ts'

/** A client that is answered nothing more goes away after this long. */
const PATIENCE_MS = 150
/** Clients of one round, for each of the two upstreams. */
const AT_ONCE = 16

/**
 * The proxy between odd clients and odd servers: a strict and a lenient reader of what it sends find one message for each
 * that it took; no request without a token arrives; and an honest client beside them has its own answer.
 */
export async function fuzzProxyFramings() {
  let answers: Below = choices(0)
  const answer = (start: string) => {
    const [, mark] = /\/v1\/honest-(\w+)/.exec(start) ?? []
    return mark === undefined ? oddAnswer(answers) : `HTTP/1.1 200 OK\r\nContent-Length: ${mark.length}\r\n\r\n${mark}`
  }
  const upstreams = [await lenientUpstream(answer), await nodeUpstream(answer)]
  const proxies = await Promise.all(upstreams.map(({ url }) => serveProxy({ upstream: url, port: 0 })))
  let rounds = 0

  async function round(below: Below): Promise<void> {
    answers = below
    for (const [i, { seen }] of upstreams.entries()) {
      const { port, pathname } = new URL(proxies[i]!.url)
      const sent = Array.from({ length: AT_ONCE }, () => {
        const bytes = oddRequest(below, `${pathname}/v1/${['embeddings', 'messages'][below(2)]}`)
        return below(4) === 0 ? changed([Buffer.from(bytes, 'latin1')], below).toString('latin1') : bytes
      })
      const mark = `h${rounds++}`
      const honest = `GET ${pathname}/v1/honest-${mark} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`
      const [got, ...others] = await Promise.all([
        // Its connection is closed by the proxy, however busy the machine is.
        exchange(Number(port), honest),
        ...sent.map((bytes) => exchange(Number(port), bytes, PATIENCE_MS)),
      ])
      const [own] = readMessages(got!, POLICIES[0]!, true).messages
      if (own?.body !== mark) throw new Error(`an honest client got ${JSON.stringify(got)}`)
      for (const [n, said] of others.entries()) insistOneReading(said, true, sent[n]!)
      for (const one of seen.splice(0)) insistOneRequest(one)
    }
  }
  return {
    once: round,
    async [Symbol.asyncDispose]() {
      for (const one of [...proxies, ...upstreams]) await one[Symbol.asyncDispose]()
    },
  }
}

function insistOneRequest({ bytes, starts }: Seen): void {
  const { messages, rest } = insistOneReading(bytes, false, bytes)
  const isOne = messages.length === 0 || (messages.length === 1 && rest === 0)
  const all = [...messages.map(({ start }) => start), ...starts]
  if (!isOne || starts.length > 1 || all.some((start) => start.includes('/v1/evil') || start.includes('~')))
    throw new Error(`the upstream took ${JSON.stringify(all)} from ${JSON.stringify(bytes)}`)
}

/** What all readers make of these bytes; throws where one reads other messages than another. */
function insistOneReading(bytes: string, ended: boolean, about: string): Reading {
  const [first, ...others] = POLICIES.map((policy) => readMessages(bytes, policy, ended))
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first)))
    throw new Error(`${JSON.stringify(bytes)} is read in two ways, after ${JSON.stringify(about)}`)
  return first!
}

/** What a server says until it closes, or until it was silent for `patience` ms; 0 waits for as long as it takes. */
async function exchange(port: number, bytes: string, patience = 0): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
  })
  socket.on('error', () => {})
  socket.setTimeout(patience, () => socket.destroy())
  socket.write(bytes, 'latin1')
  await once(socket, 'close')
  return said
}
