import { inodeOf } from './watch-data-folder.ts'

/** Interval of looks, in ms. */
const LOOK_MS = 5_000

/** A daemon that ends by itself. */
export interface Idling {
  readonly idleMs: number
  /** The file that starts this program. */
  readonly main: string
  /** How much was done so far. */
  readonly done: () => number
  /** Whether something is under way, or would not happen without a daemon. */
  readonly isNeeded: () => Promise<boolean>
  readonly end: (why: string) => void
}

/** Calls `end` once nothing was done for `idleMs`, or where the program was replaced; returns what stops the looks. */
export function endWhenIdle({ idleMs, main, done, isNeeded, end }: Idling): () => void {
  const made = inodeOf(main)
  let seen = done()
  let since = Date.now()
  const look = () => {
    if (inodeOf(main) !== made) return end('this program was replaced')
    void isNeeded()
      .catch(() => false)
      .then((needed) => {
        if (needed || done() !== seen) {
          seen = done()
          since = Date.now()
        } else if (Date.now() - since >= idleMs) end('nothing was to be done')
      })
  }
  const looks = setInterval(look, Math.min(idleMs, LOOK_MS))
  return () => clearInterval(looks)
}
