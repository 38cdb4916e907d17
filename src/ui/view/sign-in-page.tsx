import type { Child } from 'hono/jsx'
import { NarrowPage } from './layout.tsx'

/**
 * What a browser without a session is shown. The script exchanges the token in the address; without script it is typed.
 * `command` prints another one.
 */
export function SignInPage({
  root,
  command,
  failed = false,
  children,
}: {
  readonly root: string
  readonly command: string
  readonly failed?: boolean
  /** Another way in. */
  readonly children?: Child
}) {
  return (
    <NarrowPage root={root} title="Sign in">
      {failed ? (
        <p role="alert">
          {`This code is wrong, or was used before. Each works once: run “${command}” again for a new one.`}
        </p>
      ) : (
        <p>{`Open the whole address that “${command}” printed, or type the code at its end.`}</p>
      )}
      <form method="post" action={`${root}/sign-in`} id="sign-in">
        <label>
          Code <input name="token" type="password" required autocomplete="off" />
        </label>
        <button type="submit">Sign in</button>
      </form>
      {children}
    </NarrowPage>
  )
}

/** The token that a browser sends to sign in, by the script of the page or its form. */
export async function tokenSent(request: Request): Promise<{ readonly token: string; readonly isScript: boolean }> {
  const isScript = request.headers.get('content-type')?.includes('json') === true
  const body: unknown = isScript
    ? await request.json().catch(() => undefined)
    : Object.fromEntries(await request.formData())
  const token = (body as { readonly token?: unknown } | undefined)?.token
  return { token: typeof token === 'string' ? token : '', isScript }
}
