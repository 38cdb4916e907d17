import { createServer, type ServerResponse } from 'node:http'

/**
 * A model that streams: after `x-think` ms, 50 events of chat with `x-pause` ms between them; or with `x-megabytes` a stream of so
 * many MiB as fast as it is taken.
 */
const EVENT = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: 'words of an answer ' }, finish_reason: null }] })}\n\n`
const END = `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`
const MEGABYTE = Buffer.alloc(1024 * 1024, EVENT)

const HEADERS = { 'content-type': 'text/event-stream' }

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const of = (name: string) => Number(request.headers[name] ?? 0)
    if (of('x-megabytes') > 0) flood(response, of('x-megabytes'))
    else setTimeout(drip, of('x-think'), response, 50, of('x-pause'))
  })
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }))
})

function drip(response: ServerResponse, left: number, pause: number): void {
  if (!response.headersSent) response.writeHead(200, HEADERS)
  if (left === 0) {
    response.end(END)
    return
  }
  response.write(EVENT)
  if (pause > 0) setTimeout(drip, pause, response, left - 1, pause)
  else setImmediate(drip, response, left - 1, pause)
}

function flood(response: ServerResponse, left: number): void {
  if (!response.headersSent) response.writeHead(200, HEADERS)
  let n = left
  while (n > 0) {
    n--
    if (!response.write(MEGABYTE)) {
      response.once('drain', () => flood(response, n))
      return
    }
  }
  response.end()
}
