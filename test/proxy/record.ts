// Records what the real OpenAI and Anthropic clients and a server of models say to each other: test/fixtures/exchanges.
// npx tsx test/proxy/record.ts http://127.0.0.1:9099 — a server that answers two calls of the tool "Bash" and then a text.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { type Clients, CONVERSATIONS } from './clients.ts'
import type { Exchange } from './exchanges.ts'
import { openTap } from './tap.ts'

const [server] = process.argv.slice(2)
if (server === undefined) throw new Error('the URL of a server of models is missing')
const folder = join(import.meta.dirname, '..', 'fixtures', 'exchanges')
mkdirSync(folder, { recursive: true })
for (const [name, converse] of Object.entries(CONVERSATIONS)) {
  const seen: Exchange[] = []
  await using tap = await openTap(server, (one) => seen.push(one))
  const keys = { maxRetries: 0, apiKey: 'key-of-nobody' }
  const clients: Clients = {
    openai: new OpenAI({ ...keys, baseURL: `${tap.url}/v1` }),
    anthropic: new Anthropic({ ...keys, baseURL: tap.url }),
  }
  await converse(clients)
  writeFileSync(join(folder, `${name}.jsonl`), seen.map((one) => `${JSON.stringify(one)}\n`).join(''))
  console.log(`${name}: ${seen.length} exchanges`)
}
