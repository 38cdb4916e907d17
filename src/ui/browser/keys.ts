const KEPT = 'wayland-core-keys'

/** Moves through a list and decides by keys; they can be switched off, and never act while a person writes. */
export function listenToKeys(): void {
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
  a: () => document.querySelector<HTMLButtonElement>('[data-key="a"]')?.click(),
  r: () => document.querySelector<HTMLInputElement>('[data-key="r"]')?.focus(),
}

function act(event: KeyboardEvent, what: () => void): void {
  event.preventDefault()
  what()
}

const items = (): readonly Element[] => [...document.querySelectorAll('[data-item]')]

const current = (): Element | undefined => items().find((item) => item.contains(document.activeElement))

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
