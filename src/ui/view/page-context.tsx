import type { Child } from 'hono/jsx'
import { createContext, useContext } from 'hono/jsx'
import type { Notice } from '../sessions.ts'

/** What the frame, links and forms of a page need to know. */
export interface PageContext {
  /** The path below which everything is served: unguessable, so that a server on another port never gets the cookie. */
  readonly root: string
  readonly formKey: string
  /** The store's revision before the page was read; what happens after it is told to the page. */
  readonly revision?: number | undefined
  /** The page is a file: nothing in it leads to a server. */
  readonly isFile?: boolean
  /** What the page tells of a change that led to it. */
  readonly notice?: Notice | undefined
}

export const Page = createContext<PageContext>({ root: '', formKey: '' })

/** A link within the program; plain text in a file. Attributes with a hyphen are passed on. */
export function Link({
  to,
  children,
  ...rest
}: {
  readonly to: string
  readonly class?: string
  readonly children: Child
}) {
  const { root, isFile } = useContext(Page)
  if (isFile) return <span>{children}</span>
  return (
    <a href={`${root}${to}`} {...rest}>
      {children}
    </a>
  )
}

/** A form that changes something; a file has none. */
export function Form({ to, children, ...rest }: { readonly to: string; readonly children: Child }) {
  const { root, formKey, isFile } = useContext(Page)
  if (isFile) return null
  return (
    <form method="post" action={`${root}${to}`} {...rest}>
      <Hidden of={{ key: formKey }} />
      {children}
    </form>
  )
}

/** Fields of a form that nobody fills in; one without a value is left out. */
export const Hidden = ({ of }: { readonly of: Readonly<Record<string, string | undefined>> }) => (
  <>
    {Object.entries(of).flatMap(([name, value]) =>
      value === undefined ? [] : [<input type="hidden" name={name} value={value} />],
    )}
  </>
)

/** A form that asks and changes nothing. */
export function Ask({ to, children }: { readonly to: string; readonly children: Child }) {
  const { root } = useContext(Page)
  return (
    <form method="get" action={`${root}${to}`} class="ask">
      {children}
    </form>
  )
}
