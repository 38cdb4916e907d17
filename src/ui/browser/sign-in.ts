/** Exchanges the token in the address for a cookie, and takes it out of the address and the history. */
export function signInByAddress(): void {
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
