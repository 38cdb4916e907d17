import { createServer as createHttp } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { POLICIES, readMessages } from './lenient-http.ts'

/** One connection that the proxy made: what came over it, and the start lines that its server took for requests. */
export interface Seen {
  bytes: string
  readonly starts: string[]
}

/** A server of models that keeps every byte. `answer` gives the bytes for a request by its start line. */
export interface RawUpstream extends AsyncDisposable {
  readonly url: string
  readonly seen: Seen[]
}

type Answer = (start: string) => string

/** Answers whatever the most lenient reading takes for a request, and keeps the connection open for more. */
export const lenientUpstream = (answer: Answer): Promise<RawUpstream> =>
  opened((seen) =>
    createServer((connection) => {
      const one = noted(connection, seen)
      connection.on('data', () => {
        const { messages } = readMessages(one.bytes, POLICIES[0]!)
        for (const { start } of messages.slice(one.starts.length)) {
          one.starts.push(start)
          connection.write(answer(start), 'latin1')
        }
      })
    }),
  )

/** The same by the parser of Node. */
export const nodeUpstream = (answer: Answer): Promise<RawUpstream> =>
  opened((seen) => {
    const of = new WeakMap<Socket, Seen>()
    const server = createHttp((request) => {
      const start = `${request.method} ${request.url} HTTP/${request.httpVersion}`
      request.on('error', () => {})
      request.resume().on('end', () => {
        of.get(request.socket)?.starts.push(start)
        request.socket.write(answer(start), 'latin1')
      })
    })
    server.on('connection', (connection) => of.set(connection, noted(connection, seen)))
    server.on('clientError', (_, connection) => connection.destroy())
    return server
  })

function noted(connection: Socket, seen: Seen[]): Seen {
  const one: Seen = { bytes: '', starts: [] }
  seen.push(one)
  connection.on('error', () => {})
  connection.prependListener('data', (chunk) => {
    one.bytes += chunk.toString('latin1')
  })
  return one
}

async function opened(make: (seen: Seen[]) => Server): Promise<RawUpstream> {
  const seen: Seen[] = []
  const server = make(seen)
  const connections = new Set<Socket>()
  server.on('connection', (connection) => {
    connections.add(connection)
    connection.once('close', () => connections.delete(connection))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const one of connections) one.destroy()
      await closed
    },
  }
}
