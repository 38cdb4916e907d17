import { Document } from '../view/layout.tsx'
import { Page } from '../view/page-context.tsx'

/** What a browser without a session is shown. The script exchanges the token in the address; without script it is typed. */
export function SignInPage({ root, failed = false }: { readonly root: string; readonly failed?: boolean }) {
  return (
    <Page.Provider value={{ root, formKey: '' }}>
      <Document title="Sign in">
        <main id="main" class="narrow">
          <h1>Sign in</h1>
          {failed ? (
            <p role="alert">
              This code is wrong, or was used before. Each works once: run “wayland-core ui” again for a new one.
            </p>
          ) : (
            <p>Open the whole address that “wayland-core ui” printed, or type the code at its end.</p>
          )}
          <form method="post" action={`${root}/sign-in`} id="sign-in">
            <label>
              Code <input name="token" type="password" required autocomplete="off" />
            </label>
            <button type="submit">Sign in</button>
          </form>
        </main>
      </Document>
    </Page.Provider>
  )
}
