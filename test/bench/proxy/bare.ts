import { Agent, createServer, request as send } from 'node:http'

/** The least that passes requests on with this runtime: pipes both ways, and nothing else. */
const upstream = new URL(process.argv[2] ?? '')
const agent = new Agent({ keepAlive: true, noDelay: true })
const server = createServer({ noDelay: true, requestTimeout: 0 }, (request, response) => {
  const { method, url, headers } = request
  const outgoing = send(
    { agent, host: upstream.hostname, port: upstream.port, method, path: url, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    },
  )
  request.pipe(outgoing)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }))
})
