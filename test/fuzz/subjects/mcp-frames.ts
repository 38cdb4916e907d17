import { PassThrough } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { SkillLoop } from '../../../src/app/skill-loop.ts'
import { createMcpServer } from '../../../src/mcp/server.ts'
import { type Below, changed } from '../mutation.ts'
import { INITIALIZE, MESSAGES, openFuzzLoop } from './mcp-messages.ts'

const ALIVE = '{"jsonrpc":"2.0","id":"alive","method":"ping"}'

/** MCP on stdin and stdout: whatever came in before, the next question is answered, and every line out is a message. */
export async function fuzzMcpFrames() {
  const { loop, idle, ...held } = await openFuzzLoop()
  const frames = MESSAGES.map((text) => Buffer.from(`${text}\n`))
  const sessions = [Buffer.concat(frames.slice(0, 16)), Buffer.concat(frames.slice(3)), ...frames]
  return { once: (below: Below) => connection(loop, idle, sessions, below), ...held }
}

async function connection(
  loop: SkillLoop,
  idle: () => Promise<void>,
  sessions: readonly Buffer[],
  below: Below,
): Promise<void> {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()]
  const transport = new StdioServerTransport(stdin, stdout)
  const handle = serveStdio(() => createMcpServer(loop), { transport, onerror: () => {} })
  let said = ''
  const isAnswered = new Promise<void>((resolve) => {
    stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (said.includes('"alive"')) resolve()
    })
  })
  if (below(2) === 0) stdin.write(`${INITIALIZE}\n`)
  const bytes = changed(sessions, below)
  const chunk = 1 + below(4_096)
  for (let from = 0; from < bytes.length; from += chunk) stdin.write(bytes.subarray(from, from + chunk))
  stdin.write(`\n${ALIVE}\n`)
  await isAnswered
  await handle.close()
  await idle()
  for (const line of said.split('\n'))
    if (line !== '' && (JSON.parse(line) as { jsonrpc?: string }).jsonrpc !== '2.0') throw new Error(`said ${line}`)
}
