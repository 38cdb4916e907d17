/** Signs in by the token in the address, now and when one is pasted into the address of the open page. */
export function signInByAddress(): void {
  signIn()
  addEventListener('hashchange', signIn)
}

/** Exchanges the token for a cookie, and takes it out of the address and the history. */
function signIn(): void {
  const form = document.querySelector('#sign-in')
  const token = /^#token=([\w-]+)$/.exec(location.hash)?.[1]
  if (token !== undefined) history.replaceState(null, '', location.pathname + location.search)
  if (form === null || token === undefined) return
  void fetch(`${document.body.dataset.root}/sign-in`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token }),
  }).then((answer) => {
    if (answer.ok) location.reload()
    else document.querySelector('p')?.append(' The code in the address was used before: run the command again.')
  })
}
