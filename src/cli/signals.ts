import { constants } from 'node:os'

/** Called by the next signal for an orderly end; undefined where a signal ends the process at once. */
let inOrder: (() => void) | undefined

/**
 * Ends this process on the signals by which a person or the system ends one, after calling `lastly`. The handlers stay
 * installed: Node drops a signal that arrived while it was busy if no handler is there when it delivers it.
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

/** From now on the first signal calls `end` for an orderly end; a second one ends the process at once. */
export function endInOrder(end: () => void): void {
  inOrder = end
}
