import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Home, MAIN } from '../cli/command-line.ts'
import { served } from './connections.ts'

const README = readFileSync(join(import.meta.dirname, '..', '..', 'src', 'mcp', 'README.md'), 'utf8')
const blocks = (language: string) =>
  [...README.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map((match) => match[1] ?? '')

interface Entry {
  readonly command?: string
  readonly args?: string[]
  readonly url?: string
  readonly httpUrl?: string
  readonly headers?: Record<string, string>
  readonly bearer_token_env_var?: string
}

/** The three keys of a Codex entry are lines of text and lists, which are the same in JSON. */
function codexEntry(toml: string): Entry {
  const [head, ...lines] = toml.trim().split('\n')
  expect(head).toBe('[mcp_servers.wayland-core]')
  return Object.fromEntries(
    lines.map((line) => {
      const [key = '', value = ''] = line.split(' = ')
      return [key, JSON.parse(value)]
    }),
  )
}

const ENTRIES: readonly Entry[] = [
  ...blocks('json')
    .map((text) => JSON.parse(text) as { mcpServers?: Record<string, Entry> })
    .flatMap(({ mcpServers }) => (mcpServers === undefined ? [] : [mcpServers['wayland-core']!])),
  ...blocks('toml').map(codexEntry),
]

/** As an agent would connect that has this entry in its settings. */
async function transportOf(entry: Entry, home: Home) {
  if (entry.command !== undefined) {
    const bin = join(home.root, 'bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'wayland-core'), `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`)
    chmodSync(join(bin, 'wayland-core'), 0o755)
    const env = home.env({ PATH: `${bin}:${process.env.PATH}` })
    return new StdioClientTransport({ command: entry.command, args: entry.args ?? [], env })
  }
  const { url, token } = await served(home)
  const said = new URL(entry.url ?? entry.httpUrl ?? '')
  expect(said.href).toBe('http://127.0.0.1:7333/mcp')
  const given = entry.headers?.Authorization ?? `Bearer \${${entry.bearer_token_env_var}}`
  const Authorization = given.replace(/\$\{WAYLAND_MCP_TOKEN\}/, token)
  // A free port instead of the usual one, which may be taken on this machine.
  said.port = new URL(url).port
  return new StreamableHTTPClientTransport(said, { requestInit: { headers: { Authorization } } })
}

describe('the page on MCP', () => {
  it('has an entry for each agent, over stdin and over HTTP', () => expect(ENTRIES).toHaveLength(6))

  it.each(ENTRIES.map((entry) => [JSON.stringify(entry), entry] as const))(
    'has an entry that works: %s',
    async (_, entry) => {
      const client = new Client({ name: 'agent', version: '1.0.0' })
      onTestFinished(() => client.close())
      await client.connect(await transportOf(entry, new Home()))
      expect((await client.listTools()).tools).toHaveLength(5)
    },
  )
})
