import { constants } from 'node:os'

/** What the next signal asks for instead of an end at once. */
let inOrder: (() => void) | undefined

/**
 * Ends this process on the signals by which a person or the system ends one, after `lastly`. The handlers stay to the end:
 * Node drops a signal that came while it was busy if the handler of that moment is gone when it gets to it.
 */
export function endOnSignals(lastly: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const end = inOrder
      inOrder = undefined
      if (end !== undefined) return end()
      lastly()
      process.exit(128 + constants.signals[signal])
    })
}

/** From now on a signal asks for an end in order; another one after it ends at once what the first one ends in order. */
export function endInOrder(end: () => void): void {
  inOrder = end
}
