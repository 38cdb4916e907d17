import { randomBytes } from 'node:crypto'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setCookie } from 'hono/cookie'
import { streamSSE } from 'hono/streaming'
import type { SkillLoop } from '../app/skill-loop.ts'
import { freshToken } from '../platform/bearer-token.ts'
import { whyElsewhere } from '../platform/loopback-guard.ts'
import { createLoopbackServer, listenOn } from '../platform/loopback-server.ts'
import { serveAssets } from './asset.ts'
import { COOKIE, MAX_BODY, sameSite, secure, signedIn } from './guard.ts'
import { createRoutes } from './routes.tsx'
import { createSessions } from './sessions.ts'
import { answerPage } from './view/layout.tsx'
import { SignInPage, tokenSent } from './view/sign-in-page.tsx'

/** Room for a request of `MAX_REQUEST` letters in an address, where each may take nine bytes. */
const MAX_HEAD = 64 * 1024

export interface UiServing extends AsyncDisposable {
  /** The address with the one-time token in its fragment, which a browser does not send. */
  readonly url: string
  /** The token alone, for a browser without script. */
  readonly code: string
}

/**
 * Serves the page for reviews on 127.0.0.1; port 0 takes a free one. Throws `unavailable`. `onError` receives
 * faults of the server.
 */
export async function serveUi(
  loop: SkillLoop,
  { port, onError }: { readonly port: number; readonly onError: (error: Error) => void },
): Promise<UiServing> {
  const code = freshToken()
  // A cookie is sent to every port of a host, and only below its path: no other server here can guess that.
  const root = `/${randomBytes(9).toString('base64url')}`
  const sessions = createSessions(code)
  const changes = watchChanges(loop)
  const app = new Hono({ strict: false }).basePath(root)
  app.use(secure, sameSite)
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: (c) => c.text('The form is too long.', 413) }))
  serveAssets(app)
  const signInPage = (failed: boolean) => <SignInPage root={root} command="wayland-core ui" failed={failed} />
  app.post('/sign-in', async (c) => {
    const { token, isScript } = await tokenSent(c.req.raw)
    const cookie = sessions.signIn(token)
    if (cookie === undefined) return isScript ? c.text('wrong', 401) : answerPage(c, signInPage(true), 401)
    setCookie(c, COOKIE, cookie, { path: root, httpOnly: true, sameSite: 'Strict' })
    return isScript ? c.body(null, 204) : c.redirect(`${root}/`, 303)
  })
  const inside = new Hono({ strict: false })
  inside.use(
    signedIn(sessions, (c) =>
      c.req.method === 'GET' ? answerPage(c, signInPage(false), 401) : c.text('Sign in first.', 401),
    ),
  )
  inside.get('/events', (c) =>
    streamSSE(c, async (stream) => {
      const ended = new Promise<void>((resolve) => stream.onAbort(resolve))
      const stop = changes.watch(() => void stream.writeSSE({ event: 'changed', data: '' }), c.req.query('skill'))
      // Lets the browser know that it is connected.
      await stream.writeSSE({ event: 'open', data: '' })
      const { revision } = c.req.query()
      if (revision !== undefined && revision !== String(await loop.upkeep.revision()))
        await stream.writeSSE({ event: 'changed', data: '' })
      await ended
      stop()
    }),
  )
  inside.route('/', createRoutes({ loop, root, changed: changes.changed }))
  app.route('/', inside)

  const handle = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createLoopbackServer({ maxHeadBytes: MAX_HEAD }, (request, response) => {
    const refused = whyElsewhere(request)
    if (refused === undefined) void Promise.resolve(handle(request, response)).catch(onError)
    else response.writeHead(refused.status, { Connection: 'close' }).end(refused.why)
  })
  const listening = await listenOn(server, { port })
  return {
    url: `http://127.0.0.1:${listening.port}${root}/#token=${code}`,
    code,
    async [Symbol.asyncDispose]() {
      changes[Symbol.dispose]()
      await listening[Symbol.asyncDispose]()
    },
  }
}

/** Interval of looks, in ms: what another process does shows within a second. A look costs a pragma and the stamp of a folder. */
const LOOK_MS = 400

interface Changes extends Disposable {
  /**
   * Calls back after each change, of this process or another, until the returned function is called. With `skill` also
   * after an edit of that skill's files in place.
   */
  watch(tell: () => void, skill?: string): () => void
  /** Tells everybody at once. */
  changed(): void
}

/** Looks for changes of database and skills folder while anybody watches. */
export function watchChanges(loop: {
  readonly upkeep: Pick<SkillLoop['upkeep'], 'revision'>
  readonly review: Pick<SkillLoop['review'], 'skill' | 'statusOverview'>
}): Changes {
  const told = new Map<() => void, string | undefined>()
  let known: string | undefined
  let timer: NodeJS.Timeout | undefined

  const changed = () => {
    for (const tell of told.keys()) tell()
  }

  /** The version of a skill; its folder is looked at, and what was edited there taken in. */
  const versionOf = async (skill: string): Promise<string> =>
    await loop.review.skill(skill).then(
      ({ version, status }) => `${version} ${status}`,
      () => '',
    )

  async function look(): Promise<void> {
    try {
      // Takes in what a person did in the skills folder, too.
      const { byStatus } = await loop.review.statusOverview(0)
      const texts: string[] = []
      for (const skill of new Set(told.values())) if (skill !== undefined) texts.push(await versionOf(skill))
      const seen = `${await loop.upkeep.revision()} ${JSON.stringify(byStatus)} ${texts.join(' ')}`
      if (known !== undefined && known !== seen) changed()
      known = seen
    } catch {
      // A page that is loaded meanwhile shows the error.
    }
    timer = told.size === 0 ? undefined : setTimeout(() => void look(), LOOK_MS).unref()
  }

  return {
    watch(tell, skill) {
      told.set(tell, skill)
      if (timer === undefined) timer = setTimeout(() => void look(), 0).unref()
      return () => told.delete(tell)
    },
    changed,
    [Symbol.dispose]() {
      clearTimeout(timer)
      told.clear()
    },
  }
}
