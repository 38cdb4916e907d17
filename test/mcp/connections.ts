import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { onTestFinished } from 'vitest'
import { type Home, MAIN } from '../cli/command-line.ts'

/** How a client comes in, and whether it speaks the revision of 2026 or those before. */
export const WAYS = [
  ['stdio', 'legacy'],
  ['stdio', 'auto'],
  ['http', 'legacy'],
  ['http', 'auto'],
] as const
export type Way = (typeof WAYS)[number]

/** The official client, connected to the built program in a home; closed at the end of the test. */
export async function connected(
  home: Home,
  [over, mode]: Way,
  options: ClientOptions = {},
  name = 'test',
  env: Readonly<Record<string, string>> = {},
): Promise<Client> {
  const client = new Client({ name, version: '1.0.0' }, { ...options, versionNegotiation: { mode } })
  onTestFinished(() => client.close())
  if (over === 'stdio')
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MAIN, 'mcp', '--router-holdout', '0'],
        env: home.env(env),
        cwd: home.work,
      }),
    )
  else {
    const { url, token } = await served(home)
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { Authorization: `Bearer ${token}` } },
      }),
    )
  }
  return client
}

export interface Served {
  readonly url: string
  readonly token: string
  readonly child: ChildProcess
}

/** `mcp --port 0`, one for each home; ended with the homes of the test file. */
export async function served(home: Home): Promise<Served> {
  const known = running.get(home)
  if (known !== undefined) return known
  const child = home.start(['mcp', '--port', '0', '--json'])
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string]
  const { url, token_file } = JSON.parse(line) as { url: string; token_file: string }
  const now = { url, token: readFileSync(token_file, 'utf8').trim(), child }
  running.set(home, now)
  return now
}

const running = new Map<Home, Served>()

/** What a tool answered: its text, its value, and whether it was refused. */
export async function called(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given })
  const [first] = content as { type: string; text: string }[]
  return { text: first?.text ?? '', value: structuredContent as Record<string, unknown> | undefined, isError }
}
