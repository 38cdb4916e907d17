import { createMcpHandler, McpServer, ResourceNotFoundError } from '@modelcontextprotocol/server'
import { and, asc, eq, sql } from 'drizzle-orm'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { INDEX_PATH, writeIndex } from '../../domain/bank/site-index.ts'
import { program } from '../../platform/process.ts'
import type { Transaction } from '../database.ts'
import { skills, versions } from '../schema.ts'

const MARKDOWN = 'text/markdown'
const FOLDER = `/${INDEX_PATH.slice(0, INDEX_PATH.lastIndexOf('/'))}`

/**
 * The published skills for programs that are no node: files with an index of their digests, as Agent Skills Discovery has
 * them, and MCP resources `skill://<name>`. `read` runs in the org of the token of the request, and refuses others.
 */
export function publishedRoutes(
  read: <T>(c: Context, work: (tx: Transaction) => Promise<T>) => Promise<T>,
  onError: (error: Error) => void,
): Hono {
  const app = new Hono({ strict: false })
  app.get(`/${INDEX_PATH}`, async (c) =>
    c.body(writeIndex(await read(c, listed)), 200, { 'Content-Type': 'application/json' }),
  )
  app.get(`${FOLDER}/:name/:path{.+}`, async (c) => {
    const bytes = await read(c, async (tx) => await fileOf(tx, c.req.param('name'), c.req.param('path')))
    if (bytes === undefined) return c.json({ error: `the team publishes no ${c.req.path}`, code: 'not_found' }, 404)
    const type = c.req.param('path').endsWith('.md') ? MARKDOWN : 'application/octet-stream'
    return c.body(bytes, 200, { 'Content-Type': type, 'X-Content-Type-Options': 'nosniff' })
  })
  app.post('/mcp', async (c) => {
    // The token is asked once before anything is answered, also to what reads no skill.
    await read(c, async () => undefined)
    const handler = createMcpHandler(() => resourcesOf(async (work) => await read(c, work)), { onerror: onError })
    return await handler.fetch(c.req.raw)
  })
  return app
}

function resourcesOf(read: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>): McpServer {
  const mcp = new McpServer(
    { name: 'wayland-core-team', title: 'Skills of a team', version: program.version },
    { capabilities: { resources: {} } },
  )
  mcp.server.setRequestHandler('resources/list', async () => ({
    resources: (await read(listed)).map(({ name, description, sha256 }) => ({
      ...{ uri: uriOf(name), name, description, mimeType: MARKDOWN },
      _meta: { 'wayland-core/digest': `sha256:${sha256}` },
    })),
  }))
  mcp.server.setRequestHandler('resources/read', { params: z.looseObject({ uri: z.string() }) }, async ({ uri }) => {
    const name = (await read(listed)).find((one) => uriOf(one.name) === uri)?.name
    const bytes = name === undefined ? undefined : await read(async (tx) => await fileOf(tx, name, 'SKILL.md'))
    if (bytes === undefined) throw new ResourceNotFoundError(uri, `the team publishes no skill at ${uri}`)
    return { contents: [{ uri, mimeType: MARKDOWN, text: bytes.toString('utf8') }] }
  })
  return mcp
}

const uriOf = (name: string): string => `skill://${encodeURIComponent(name)}`

/** Names, descriptions and digests of SKILL.md; the bytes stay in the database. */
const listed = async (tx: Transaction) =>
  await tx
    .select({
      name: skills.name,
      description: versions.description,
      sha256: sql<string>`encode(sha256(decode(${versions.files} ->> 'SKILL.md', 'base64')), 'hex')`,
    })
    .from(skills)
    .innerJoin(versions, IS_PUBLISHED)
    .orderBy(asc(skills.name))

async function fileOf(tx: Transaction, name: string, path: string) {
  const [row] = await tx
    .select({ text: sql<string | null>`${versions.files} ->> ${path}::text` })
    .from(skills)
    .innerJoin(versions, IS_PUBLISHED)
    .where(eq(skills.name, name))
  return row?.text == null ? undefined : Buffer.from(row.text, 'base64')
}

const IS_PUBLISHED = and(eq(versions.org, skills.org), eq(versions.id, skills.current))
