/**
 * Runs something after one second, so that several calls are handled at once; the timer does not keep the process
 * alive.
 */
export function later(run: () => void): () => void {
  const timer = setTimeout(run, 1000).unref()
  return () => clearTimeout(timer)
}
