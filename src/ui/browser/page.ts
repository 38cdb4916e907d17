/** Signs in by the token in the address, now and when one is pasted into the address of the open page. */
function signInByAddress(): void {
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

/** Shows what changed elsewhere: a list is replaced in place, a page on which a person may be at work says that it is old. */
function followChanges(): void {
  const part = document.querySelector<HTMLElement>('[data-live]')
  if (part === null) return
  let source: EventSource | undefined
  let isLate = false
  const { root, revision } = document.body.dataset
  const listen = () => {
    const asked = new URLSearchParams()
    if (part.dataset.skill !== undefined) asked.set('skill', part.dataset.skill)
    // What happened since the page was read is told at once; a page that listens anew is shown anew in any case.
    if (!isLate && revision !== undefined) asked.set('revision', revision)
    source = new EventSource(`${root}/events?${asked}`)
    source.addEventListener('changed', () => void show(part))
    // What happened while nothing listened is shown when it listens again.
    source.addEventListener('open', () => {
      if (isLate) void show(part)
      isLate = false
    })
  }
  // A browser has six connections for a server: hidden tabs give theirs back.
  document.addEventListener('visibilitychange', () => {
    source?.close()
    isLate = document.hidden
    if (!document.hidden) {
      isLate = true
      listen()
    }
  })
  addEventListener('pagehide', () => source?.close())
  if (!document.hidden) listen()
}

async function show(part: HTMLElement): Promise<void> {
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  if (part.dataset.live === 'swap') {
    const found = next.querySelector('#live')
    if (found !== null && found.innerHTML !== part.innerHTML) replace(part, found)
    return
  }
  const text = (page: Document) => page.querySelector('main')?.textContent
  const notice = document.querySelector<HTMLElement>('#changed')
  if (notice !== null && text(next) !== text(document)) notice.hidden = false
}

/** Puts the new list in place, opens what was open, and puts the focus back on the entry that had it. */
function replace(part: HTMLElement, found: Element): void {
  const active = document.activeElement
  const address = active instanceof HTMLAnchorElement && part.contains(active) ? active.getAttribute('href') : null
  const open = [...part.querySelectorAll('details[open][id]')].map(({ id }) => id)
  part.replaceChildren(...found.childNodes)
  for (const id of open) document.getElementById(id)?.setAttribute('open', '')
  if (address !== null) part.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`)?.focus()
}

const KEPT = 'wayland-core-keys'

/** Moves through a list and decides by keys; they can be switched off, and never act while a person writes. */
function listenToKeys(): void {
  const box = document.querySelector<HTMLInputElement>('#keys-on')
  if (box !== null) {
    box.checked = areOn()
    box.addEventListener('change', () => localStorage.setItem(KEPT, box.checked ? 'on' : 'off'))
  }
  const button = document.querySelector<HTMLButtonElement>('#keys-open')
  if (button !== null) {
    // Without this script there are no keys.
    button.hidden = false
    button.addEventListener('click', showHelp)
  }
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target)) return
    // Help is reachable always, since the keys are switched on again there.
    if (event.key === '?') act(event, showHelp)
    else if (areOn()) byKey(event)
  })
}

const showHelp = (): void => document.querySelector<HTMLDialogElement>('#keys')?.showModal()

const areOn = (): boolean => localStorage.getItem(KEPT) !== 'off'

function byKey(event: KeyboardEvent): void {
  const what = KEYS[event.key.toLowerCase()]
  if (what !== undefined && document.querySelector('dialog[open]') === null) act(event, what)
}

const KEYS: Readonly<Record<string, () => void>> = {
  j: () => step(1),
  k: () => step(-1),
  o: () => current()?.querySelector('a')?.click(),
  a: () => decided()?.querySelector<HTMLElement>('button[data-key="a"]')?.click(),
  r: () => decided()?.querySelector<HTMLElement>('[data-key="r"]')?.focus(),
}

function act(event: KeyboardEvent, what: () => void): void {
  event.preventDefault()
  what()
}

const items = (): readonly Element[] => [...document.querySelectorAll('[data-item]')]

const current = (): Element | undefined => items().find((item) => item.contains(document.activeElement))

/** What a key decides on: the entry of a list, or the page that is no list. */
const decided = (): ParentNode | undefined => (items().length === 0 ? document : current())

/** Focuses the entry that many places on. */
function step(by: number): void {
  const all = items()
  const at = current()
  const next = at === undefined ? (by > 0 ? 0 : all.length - 1) : all.indexOf(at) + by
  all[Math.min(all.length - 1, Math.max(0, next))]?.querySelector('a')?.focus()
}

function isWriting(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'checkbox'
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

// Last, when all that they use is defined.
signInByAddress()
followChanges()
listenToKeys()
