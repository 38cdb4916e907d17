import { constants } from 'node:os'

/** Called by the next signal for an orderly end; undefined where a signal ends the process at once. */
let inOrder: ((code: number) => void) | undefined

/**
 * Ends this process on the signals by which a person or the system ends one, after calling `lastly`. The handlers stay
 * installed: Node drops a signal that arrived while it was busy if no handler is there when it delivers it.
 */
export function endOnSignals(lastly: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const end = inOrder
      const code = 128 + constants.signals[signal]
      inOrder = undefined
      if (end !== undefined) return end(code)
      lastly()
      process.exit(code)
    })
}

/**
 * From now on the first signal calls `end` with its exit code for an orderly end, and a second one ends the process at once;
 * with undefined the first one does again.
 */
export function endInOrder(end: ((code: number) => void) | undefined): void {
  inOrder = end
}
