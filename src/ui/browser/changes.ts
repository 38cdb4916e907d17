/** Shows what changed elsewhere: a list is replaced in place, a page on which a person may be at work says that it is old. */
export function followChanges(): void {
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

/** Puts the new list in place, and the focus back on the entry that had it. */
function replace(part: HTMLElement, found: Element): void {
  const active = document.activeElement
  const address = active instanceof HTMLAnchorElement && part.contains(active) ? active.getAttribute('href') : null
  part.replaceChildren(...found.childNodes)
  if (address !== null) part.querySelector<HTMLElement>(`a[href="${CSS.escape(address)}"]`)?.focus()
}
