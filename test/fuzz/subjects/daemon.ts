import { once as happened } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../../../src/config/config.ts'
import { createHookServer } from '../../../src/daemon/hook-server.ts'
import { createRequestHandler, type RequestHandler } from '../../../src/daemon/request-handler.ts'
import { listenOnSocket } from '../../../src/daemon/socket.ts'
import { openSpool } from '../../../src/daemon/spool.ts'
import { type Below, changed } from '../mutation.ts'
import { PAYLOADS } from './hook-payloads.ts'
import { openFuzzLoop } from './mcp-messages.ts'

/** A client that is answered nothing more goes away after this long, in milliseconds. */
const PATIENCE_MS = 50
/** A good request is answered within this time also on a busy machine, in milliseconds. */
const ALIVE_MS = 10_000
/** Clients of one round. */
const AT_ONCE = 6

const REQUESTS: readonly Buffer[] = [
  ...['claude-code', 'codex', 'gemini', 'qwen', 'pi', 'nobody'].flatMap((hook) =>
    PAYLOADS.slice(0, 6).map((payload) => `{"hook":"${hook}","payload":${payload.toString('utf8')}}\n`),
  ),
  ...PAYLOADS.map(
    (payload) =>
      `POST /hook/claude-code/UserPromptSubmit HTTP/1.1\r\nhost: daemon\r\ncontent-length: ${payload.length}\r\n\r\n${payload.toString('utf8')}`,
  ),
  '{"status":true}\n{"status":true}\n',
  '{"hook":"claude-code","event":"Stop","payload":null}\n\n\n[]\n7\n',
].map((text) => Buffer.from(text))

/** The daemon's socket: whatever came before, the next request is answered, and each answer is a line of JSON or HTTP. */
export async function fuzzDaemonSocket() {
  return await serving(async (desk, home, config) => {
    const path = join(home, 'daemon.sock')
    const server = await listenOnSocket(path, desk, { hooks: createHookServer(desk, config, home) })
    return {
      server,
      async exchange(below: Below) {
        const said = await sent(connect(path), changed(REQUESTS, below), { below, end: below(2) === 0 })
        if (!said.startsWith('HTTP/1.1 ')) for (const line of said.split('\n')) if (line !== '') JSON.parse(line)
      },
      async isAlive() {
        const said = await sent(connect(path), Buffer.from('{"status":true}\n'), { end: true })
        return said.startsWith('{"status":')
      },
    }
  })
}

interface Served {
  readonly server: { close(): unknown }
  readonly exchange: (below: Below) => Promise<void>
  readonly isAlive: () => Promise<boolean>
}

async function serving(listen: (desk: RequestHandler, home: string, config: Config) => Promise<Served>) {
  const home = mkdtempSync(join(tmpdir(), 'wayland-fuzz-'))
  const { loop, idle, ...held } = await openFuzzLoop()
  const spool = openSpool(home, process.pid, () => false)
  const desk = createRequestHandler({
    loop,
    spool,
    stands: () => true,
    status: () => ({}),
    stop: () => {},
    onJob: () => {},
  })
  const { server, exchange, isAlive } = await listen(desk, home, loop.upkeep.config)
  return {
    async once(below: Below): Promise<void> {
      // One after the other makes its choices, all of them talk at once.
      await Promise.all(Array.from({ length: AT_ONCE }, () => exchange(below)))
      await idle()
      rmSync(join(home, 'spool'), { recursive: true, force: true })
      if (below(5) === 0 && !(await isAlive())) throw new Error('it no longer answers')
    },
    async [Symbol.asyncDispose]() {
      await server.close()
      await held[Symbol.asyncDispose]()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

interface Sending {
  /** Decides in which pieces; absent: at once, and the answer is waited for. */
  readonly below?: Below | undefined
  /** Closes our side at the end. */
  readonly end: boolean
}

/** Sends bytes, and reads what comes until the connection closes or nothing more does. */
async function sent(socket: Socket, bytes: Buffer, { below, end }: Sending): Promise<string> {
  let said = ''
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1')
  })
  // A server may close on what it refuses before all of it was sent.
  socket.on('error', () => {})
  socket.setTimeout(below === undefined ? ALIVE_MS : PATIENCE_MS, () => socket.destroy())
  const piece = 1 + (below?.(8_192) ?? bytes.length)
  for (let from = 0; from < bytes.length; from += piece) socket.write(bytes.subarray(from, from + piece))
  if (end) socket.end()
  await happened(socket, 'close')
  return said
}
