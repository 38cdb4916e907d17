import { type Context, Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { SkillLoop } from '../app/skill-loop.ts'
import { asWaylandError, type ErrorKind, WaylandError } from '../domain/errors.ts'
import { moveNamed } from '../domain/lifecycle.ts'
import { formOf, type UiEnv } from './guard.ts'
import { makeMove } from './moves.ts'
import { SettingsPage } from './pages/settings-page.tsx'
import { keepNotice, type Notice } from './sessions.ts'
import { settingsView } from './settings-view.ts'
import {
  showCompare,
  showEdit,
  showLearning,
  showOverview,
  showQueue,
  showSkill,
  showTry,
  showTurn,
  showTurns,
  showWorth,
} from './shows.tsx'
import { answerPage, Layout } from './view/layout.tsx'
import { Link, Page } from './view/page-context.tsx'
import { visibleText } from './view/visible-text.ts'

export interface Routes {
  readonly loop: SkillLoop
  readonly root: string
  /** Called after this server changed something. */
  readonly changed: () => void
}

/** The pages and the moves of a signed-in person. */
export function createRoutes({ loop, root, changed }: Routes): Hono<UiEnv> {
  const app = new Hono<UiEnv>({ strict: false })
  const answer = answering(root)
  const show = (path: string, page: (c: Context<UiEnv>) => Promise<Child>) =>
    app.get(path, async (c) => {
      const revision = await loop.upkeep.revision()
      return answer(c, await page(c), { revision })
    })

  show('/', async () => await showOverview(loop, new Date()))
  // Also what the script asks for: it puts the new list before the person.
  show('/queue', async (c) => await showQueue(loop, c.req.query(), { shown: c.get('session').shown }))
  show('/skills/:id', async (c) => {
    // The script asks for the page to see whether it changed, and shows it to nobody.
    const isShown = c.req.header('sec-fetch-dest') !== 'empty'
    const shown = isShown ? c.get('session').shown : new Set<string>()
    return await showSkill(loop, c.req.param('id') ?? '', { raw: c.req.query('raw') === '1', shown })
  })
  show(
    '/skills/:id/compare',
    async (c) => await showCompare(loop, c.req.param('id') ?? '', c.req.query('version') ?? ''),
  )
  show('/skills/:id/edit', async (c) => await showEdit(loop, c.req.param('id') ?? ''))
  show('/turns', async (c) => await showTurns(loop, c.req.query()))
  show('/turns/:id', async (c) => await showTurn(loop, c.req.param('id') ?? ''))
  show('/try', async (c) => await showTry(loop, c.req.query()))
  show('/worth', async (c) => await showWorth(loop, c.req.query()))
  show('/learning', async () => await showLearning(loop))
  show('/settings', async () => <SettingsPage view={settingsView(loop.upkeep.config)} />)

  /** Makes a change and goes on to the skill that it was about, else to another page, which tells of it. */
  const change = (
    path: string,
    to: string,
    make: (c: Context<UiEnv>, fields: Readonly<Record<string, string>>) => Promise<Notice>,
  ) =>
    app.post(path, async (c) => {
      const fields = await formOf(c, c.get('session').formKey)
      if (fields === undefined) return c.text('This form is not from a page of this session.', 403)
      const notice = await make(c, fields)
      changed()
      const number = keepNotice(c.get('session'), notice)
      const next = notice.back ?? (notice.skill === undefined ? to : `/skills/${notice.skill}`)
      return c.redirect(`${root}${next}${next.includes('?') ? '&' : '?'}note=${number}`, 303)
    })

  change('/skills/:id/undo', '/queue', async (c, { entry }) => {
    const { id, name, status, version } = await loop.review.undo(c.req.param('id') ?? '', Number(entry))
    return { text: `Taken back: "${name}" is ${status}, version ${version}.`, skill: id }
  })
  change('/proposals/:id/not-duplicate', '/learning', async (c) => {
    const { skill, staged } = await loop.learning.notDuplicate(c.req.param('id') ?? '')
    if (staged.status === 'refused')
      return { text: `"${skill}" was not staged, by the rule "${staged.rule}": ${staged.reason}` }
    const { id } = await loop.review.skill(staged.skill)
    return { text: `"${skill}" waits as a skill of its own; what was proposed for the other one stays.`, skill: id }
  })
  change('/rules/:id/:as', '/learning', async (c, { back }) => {
    const as = c.req.param('as') === 'take' ? 'taken' : 'dropped'
    const { text, stillIn } = await loop.review.decideRule(c.req.param('id') ?? '', as)
    const still = stillIn.map((name) => `; "${name}", which you reviewed, still says it`).join('')
    return {
      text: `${as === 'taken' ? 'Kept' : 'Dropped'}: ${text}${still}`,
      ...(back === 'overview' ? { back: '/' } : {}),
    }
  })
  app.post('/skills/:id/edit', async (c) => await edited(c, { loop, root, changed }, answer))
  change('/skills/:id/:move', '/queue', async (c, fields) => {
    const move = moveNamed(c.req.param('move') ?? '')
    if (move === undefined) throw new WaylandError('bad_usage', 'there is no such move')
    return await makeMove(loop, c.get('session'), { skill: c.req.param('id') ?? '', move, fields })
  })

  app.all('*', (c) => answer(c, <NotFound />, { status: 404 }))
  app.onError((thrown, c) => {
    const error = asWaylandError(thrown)
    const skill = /\/skills\/[^/?#]+/.exec(c.req.path)?.[0] ?? '/'
    const back = error.code === 'no_such_skill' || error.code === 'ambiguous_skill' ? '/' : skill
    return answer(c, <ErrorPage error={error} back={back} />, { status: STATUS[error.kind] })
  })
  return app
}

/** Answers with a page of the person who is signed in. */
const answering =
  (root: string) =>
  (
    c: Context<UiEnv>,
    page: Child,
    { status = 200, revision }: { status?: ContentfulStatusCode; revision?: number } = {},
  ) => {
    const { formKey, notices } = c.get('session')
    const notice = notices.get(Number(c.req.query('note') ?? ''))
    return answerPage(c, <Page.Provider value={{ root, formKey, revision, notice }}>{page}</Page.Provider>, status)
  }

/** Saves an edit, or shows it again with what is in the way. */
async function edited(c: Context<UiEnv>, { loop, root, changed }: Routes, answer: ReturnType<typeof answering>) {
  const fields = await formOf(c, c.get('session').formKey)
  if (fields === undefined) return c.text('This form is not from a page of this session.', 403)
  const id = c.req.param('id') ?? ''
  // A browser sends line ends as CR LF.
  const text = (fields.text ?? '').replace(/\r\n/g, '\n')
  try {
    const { name, version } = await loop.review.edit(id, { text, digest: fields.digest ?? '' })
    changed()
    const notice = { text: `Saved as version ${version} of "${name}".`, skill: id }
    const entry = (await loop.review.history(id)).findLast(({ move }) => move === 'edit')?.id
    const number = keepNotice(c.get('session'), { ...notice, ...(entry === undefined ? {} : { entry }) })
    return c.redirect(`${root}/skills/${id}?note=${number}`, 303)
  } catch (error) {
    const { code, kind, message } = asWaylandError(error)
    if (code !== 'conflict' && code !== 'bad_file') throw error
    const page = await showEdit(loop, id, { text, why: message, isStale: code === 'conflict' })
    return await answer(c, page, { status: STATUS[kind] })
  }
}

const NotFound = () => (
  <ErrorPage
    title="There is no such page"
    error={{
      message: 'It may have been the page of a skill or turn that is gone.',
      hint: 'What was archived or revoked is in the queue under “Put away”.',
    }}
    back="/"
  />
)

/** The status code that an answer has for each kind of error. */
const STATUS = {
  invalid: 400,
  not_found: 404,
  conflict: 409,
  refused: 409,
  unavailable: 503,
  internal: 500,
} as const satisfies Record<ErrorKind, number>

/** What happened, and what a person can do next. */
function ErrorPage({
  title = 'Not done',
  error,
  back,
}: {
  readonly title?: string
  readonly error: Pick<WaylandError, 'message' | 'hint'>
  /** A path of the program to go on from. */
  readonly back: string
}) {
  return (
    <Layout title={title}>
      <h1>{title}</h1>
      <p role="alert">{visibleText(error.message)}</p>
      <p>{visibleText(error.hint)}</p>
      <p>
        <Link to={back}>{back === '/' ? 'Go to the overview' : 'Look at it again'}</Link>
      </p>
    </Layout>
  )
}
