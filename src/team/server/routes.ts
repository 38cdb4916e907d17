import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { WaylandError } from '../../domain/errors.ts'
import type { TeamDatabase, Transaction } from '../database.ts'
import { readToken, sha256 } from '../keys.ts'
import { pageRoutes } from '../page/page-routes.tsx'
import { newLink } from '../page/sign-in.ts'
import * as wire from '../wire.ts'
import { faultOf, UNAVAILABLE, UNKNOWN } from './faults.ts'
import { addressOf, createLimit } from './limit.ts'
import { changesAfter, entriesAfter } from './log.ts'
import type { News } from './news.ts'
import type { Oidc } from './oidc.ts'
import { openApi } from './openapi.ts'
import { keepOutcomes, keepRecurrences, use, worth } from './outcomes.ts'
import { addProgram, type Caller, callerOf, invite, join, leave } from './people.ts'
import { publishedRoutes } from './published.ts'
import { listVersions, review, share, versionWithFiles, withdraw } from './skills.ts'
import { orgStatus } from './status.ts'

/** Longest wait for news, in s. */
const MOST_WAIT = 30

interface Parts {
  readonly database: TeamDatabase
  readonly news: News
  readonly now: () => Date
  /** Browsers reach the page over TLS. */
  readonly isSecure: boolean
  readonly oidc?: Oidc | undefined
  readonly onError: (error: unknown) => void
}

/** The messages of a team's server; see wire.ts. */
export function teamRoutes({ database, news, now, isSecure, oidc, onError }: Parts): Hono {
  const limit = createLimit()
  const app = new Hono({ strict: false })

  /** Does the work for the person of the token, in one transaction of their org. */
  const asCaller: AsCaller = async (c, work, kinds = ['node']) => {
    const token = readToken(/^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '')
    if (token === undefined) throw UNKNOWN
    await limit(sha256(token.secret))
    return await database.within(token.org, async (tx) => {
      const caller = await callerOf(tx, token, kinds, now())
      if (caller === undefined) throw UNKNOWN
      return await work(tx, caller)
    })
  }

  app.use(bodyLimit({ maxSize: wire.MAX_BODY, onError: (c) => c.json({ error: 'the message is too long' }, 413) }))
  app.get('/v1', (c) => c.json({ service: 'wayland-core team', protocol: wire.PROTOCOL }))
  app.get('/v1/openapi.json', (c) => c.json(openApi()))
  app.post('/v1/orgs/:org/join', async (c) => {
    const org = c.req.param('org')
    const asked = await bodyOf(c, wire.joinMessage)
    if (readToken(`wct1.${org}.${asked.secret}`) === undefined) throw UNKNOWN
    const from = addressOf(c, isSecure)
    await limit(`join ${from}`)
    return c.json(await database.within(org, async (tx) => await join(tx, { org, from }, asked, now())))
  })
  answerPeople(app, asCaller, now)
  answerSkills(app, asCaller, now)
  answerCounts(app, asCaller, now)
  app.get('/v1/changes', async (c) => {
    const after = wholeOf(c, 'after', 2 ** 31 - 1)
    const wait = wholeOf(c, 'wait', MOST_WAIT)
    const look = async () => await asCaller(c, async (tx, { org }) => ({ org, found: await changesAfter(tx, after) }))
    const first = await look()
    if (first.found.changes.length > 0 || wait === 0) return c.json(first.found)
    await news.wait(first.org, wait * 1_000, c.req.raw.signal)
    return c.json((await look()).found)
  })
  app.route(
    '/',
    publishedRoutes(async (c, work) => await asCaller(c, work, ['node', 'program']), onError),
  )
  app.route('/page', pageRoutes({ database, limit, now, isSecure, oidc, onError }))
  app.notFound((c) =>
    c.json(
      {
        error: `this server knows no ${c.req.method} ${c.req.path}; it speaks version ${wire.PROTOCOL}`,
        code: 'not_found',
      },
      404,
    ),
  )
  app.onError((error, c) => {
    const fault = faultOf(error)
    if (fault === undefined) onError(error)
    const { status, retryAfter, ...said } = fault ?? UNAVAILABLE
    return c.json(said, status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) })
  })
  return app
}

type AsCaller = <T>(
  c: Context,
  work: (tx: Transaction, caller: Caller) => Promise<T>,
  kinds?: Parameters<typeof callerOf>[2],
) => Promise<T>

function answerPeople(app: Hono, asCaller: AsCaller, now: () => Date): void {
  app.post('/v1/invitations', async (c) => {
    const asked = await bodyOf(c, wire.inviteMessage)
    await asCaller(c, async (tx, by) => await invite(tx, by, asked, now()))
    return c.json({ status: 'invited' })
  })
  app.post('/v1/links', async (c) => {
    const asked = await bodyOf(c, wire.linkMessage)
    await asCaller(c, async (tx, by) => await newLink(tx, by, asked, now()))
    return c.json({ status: 'made' })
  })
  app.post('/v1/programs', async (c) => {
    const asked = await bodyOf(c, wire.programMessage)
    await asCaller(c, async (tx, by) => await addProgram(tx, by, asked, now()))
    return c.json({ status: 'made' })
  })
  // In the path, so that a server which does not know it ends nothing else.
  for (const path of ['/v1/leave', '/v1/leave/:only'])
    app.post(path, async (c) => {
      const which = { person: c.req.query('person'), only: c.req.param('only') }
      const ended = await asCaller(c, async (tx, by) => await leave(tx, by, which, now()))
      return c.json({ status: `${ended} ended` })
    })
  app.get('/v1/status', async (c) => c.json(await asCaller(c, orgStatus)))
  app.get('/v1/ledger', async (c) => {
    const after = wholeOf(c, 'after', 2 ** 31 - 1)
    return c.json({ entries: await asCaller(c, async (tx) => await entriesAfter(tx, after)) })
  })
}

function answerSkills(app: Hono, asCaller: AsCaller, now: () => Date): void {
  app.post('/v1/versions', async (c) => {
    const asked = await bodyOf(c, wire.shareMessage)
    return c.json(await asCaller(c, async (tx, by) => await share(tx, by, asked, now())))
  })
  app.get('/v1/versions', async (c) => {
    const which = c.req.query('status') === 'published' ? 'published' : 'proposed'
    return c.json({ versions: await asCaller(c, async (tx) => await listVersions(tx, which)) })
  })
  app.get('/v1/versions/:reference', async (c) =>
    c.json(await asCaller(c, async (tx) => await versionWithFiles(tx, c.req.param('reference')))),
  )
  app.post('/v1/versions/:id/review', async (c) => {
    const asked = await bodyOf(c, wire.reviewMessage)
    return c.json(await asCaller(c, async (tx, by) => await review(tx, by, idOf(c), asked, now())))
  })
  app.post('/v1/skills/:name/withdraw', async (c) => {
    const { reason } = await bodyOf(c, wire.withdrawMessage)
    await asCaller(c, async (tx, by) => await withdraw(tx, by, c.req.param('name'), reason, now()))
    return c.json({ status: 'withdrawn' })
  })
}

function answerCounts(app: Hono, asCaller: AsCaller, now: () => Date): void {
  app.post('/v1/outcomes', async (c) => {
    const asked = await bodyOf(c, wire.outcomesMessage)
    await asCaller(c, async (tx, by) => await keepOutcomes(tx, by, asked, now()))
    return c.json({ status: 'kept' })
  })
  app.get('/v1/worth', async (c) => c.json(await asCaller(c, worth)))
  app.get('/v1/use', async (c) => c.json(await asCaller(c, async (tx) => await use(tx, now()))))
  app.post('/v1/recurrences', async (c) => {
    const asked = await bodyOf(c, wire.recurrencesMessage)
    return c.json({ common: await asCaller(c, async (tx, by) => await keepRecurrences(tx, by, asked)) })
  })
}

async function bodyOf<T extends z.ZodType>(c: Context, schema: T): Promise<z.infer<T>> {
  const read = schema.safeParse(await c.req.json().catch(() => undefined))
  if (read.success) return read.data
  const [first] = read.error.issues
  throw new WaylandError(
    'bad_usage',
    `the message is not understood: ${first?.path.join('.') ?? ''} ${first?.message ?? ''}`,
  )
}

function idOf(c: Context): string {
  const id = c.req.param('id') ?? ''
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return id
  throw new WaylandError('not_found', 'there is no version of this id')
}

function wholeOf(c: Context, name: string, most: number): number {
  const text = c.req.query(name) ?? '0'
  const value = Number(text)
  if (/^\d{1,10}$/.test(text) && value <= most) return value
  throw new WaylandError('bad_usage', `${name} must be a whole number from 0 to ${most}`)
}
