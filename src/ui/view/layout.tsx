import type { Context } from 'hono'
import { type Child, useContext } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Ask, Form, Hidden, Link, Page } from './page-context.tsx'

const PLACES = [
  ['/', 'Overview'],
  ['/queue', 'Queue'],
  ['/turns', 'Turns'],
  ['/worth', 'Worth'],
  ['/try', 'Try it'],
  ['/learning', 'Learning'],
  ['/settings', 'Settings'],
] as const

export interface LayoutProps {
  readonly title: string
  /** The place of the menu that is shown as the current one. */
  readonly here?: (typeof PLACES)[number][0]
  readonly children: Child
}

/** A whole page of the signed-in program. */
export function Layout({ title, here, children }: LayoutProps) {
  const { notice } = useContext(Page)
  return (
    <Document title={title}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      <div id="status" role="status">
        {notice !== undefined && (
          <div class="notice">
            <span>{notice.text}</span>
            {notice.entry !== undefined && notice.skill !== undefined && (
              <Form to={`/skills/${notice.skill}/undo`}>
                <Hidden of={{ entry: String(notice.entry) }} />
                <button type="submit">Undo</button>
              </Form>
            )}
          </div>
        )}
        <p id="changed" hidden>
          This page was changed elsewhere meanwhile. <a href="?">Show it as it is now</a>
        </p>
      </div>
      <div class="app">
        <header class="side">
          <Link to="/" class="brand">
            wayland-core
          </Link>
          <Ask to="/turns">
            <input type="search" name="q" aria-label="Search skills and turns" placeholder="Search" maxlength={500} />
          </Ask>
          <nav aria-label="Places">
            <ul>
              {PLACES.map(([to, name]) => (
                <li>
                  <Link to={to} aria-current={to === here ? 'page' : undefined}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <div class="page">
          <main id="main" tabindex={-1}>
            {children}
          </main>
          <footer>
            <button type="button" id="keys-open" class="quiet" hidden>
              Keys (?)
            </button>
          </footer>
        </div>
      </div>
      <Keys />
    </Document>
  )
}

/** The HTML around every page, signed in or not. */
export function Document({ title, children }: { readonly title: string; readonly children: Child }) {
  const { root, revision } = useContext(Page)
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · wayland-core`}</title>
        <link rel="stylesheet" href={`${root}/page.css`} />
        <script src={`${root}/page.js`} defer />
      </head>
      <body data-root={root} data-revision={revision}>
        {children}
      </body>
    </html>
  )
}

/** A page of a few words to a person who is not signed in. */
export const NarrowPage = ({ root, title, children }: PlainProps) => (
  <Page.Provider value={{ root, formKey: '' }}>
    <Document title={title}>
      <main id="main" class="narrow">
        <h1>{title}</h1>
        {children}
      </main>
    </Document>
  </Page.Provider>
)

interface PlainProps {
  readonly root: string
  readonly title: string
  readonly children: Child
}

function Keys() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl>
        {[
          ['J, K', 'next, previous entry'],
          ['O', 'open the entry'],
          ['A', 'keep what is open, or the entry'],
          ['R', 'go to where it is dropped'],
          ['?', 'this list'],
        ].map(([key, what]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </>
        ))}
      </dl>
      <label>
        <input type="checkbox" id="keys-on" /> Use these keys
      </label>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}

export const answerPage = (c: Context, page: Child, status: ContentfulStatusCode = 200): Response | Promise<Response> =>
  c.html(`<!DOCTYPE html>${String(page)}`, status)
