export type News = ReturnType<typeof createNews>

/** Wakes the requests that wait for a change of their org. */
export function createNews() {
  const waiting = new Map<string, Set<() => void>>()
  const wake = (org: string) => {
    const all = waiting.get(org) ?? []
    waiting.delete(org)
    for (const one of all) one()
  }
  return {
    tell: wake,
    /** Resolves when the org has a change, after so many ms, when `signal` is aborted, or when the server ends. */
    wait: async (org: string, ms: number, signal: AbortSignal) =>
      await new Promise<void>((resolve) => {
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
    end(): void {
      for (const org of [...waiting.keys()]) wake(org)
    },
  }
}
