/** Wakes the requests that wait for a change of their org. */
export interface News {
  tell(org: string): void
  /** Resolves when the org has a change, after so many ms, when `signal` is aborted, or when the server ends. */
  wait(org: string, ms: number, signal: AbortSignal): Promise<void>
  end(): void
}

export function createNews(): News {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (org: string) => {
    const all = waiting.get(org) ?? []
    waiting.delete(org)
    for (const one of all) one()
  }
  return {
    tell: wake,
    wait: async (org, ms, signal) =>
      await new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          waiting.get(org)?.delete(done)
          resolve()
        }
        const timer = setTimeout(done, ms)
        signal.addEventListener('abort', done)
        const others = waiting.get(org) ?? new Set()
        waiting.set(org, others.add(done))
      }),
    end() {
      for (const org of [...waiting.keys()]) wake(org)
    },
  }
}
