import type { WaylandError } from '../../domain/errors.ts'
import { Layout } from '../view/layout.tsx'
import { Link, type PageContext } from '../view/page-context.tsx'
import { visibleText } from '../view/visible-text.ts'

/** What happened, and what a person can do next. */
export function ErrorPage({
  title = 'Not done',
  error,
  context,
  back,
}: {
  readonly title?: string
  readonly error: Pick<WaylandError, 'message' | 'hint'>
  readonly context: PageContext
  /** A path of the program to go on from. */
  readonly back: string
}) {
  return (
    <Layout title={title} context={context}>
      <h1>{title}</h1>
      <p role="alert">{visibleText(error.message)}</p>
      <p>{visibleText(error.hint)}</p>
      <p>
        <Link to={back}>{back === '/' ? 'Go to the queue' : 'Look at it again'}</Link>
      </p>
    </Layout>
  )
}
